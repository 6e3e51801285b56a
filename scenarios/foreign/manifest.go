package foreign

import (
	"regexp"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// What every Kubernetes object says of itself, and where documents are parted.
var (
	manifestKind    = regexp.MustCompile(`(?m)^["']?kind["']?:[ \t]*["']?([A-Za-z0-9]+)`)
	manifestVersion = regexp.MustCompile(`(?m)^["']?apiVersion["']?:[ \t]*["']?([A-Za-z0-9./-]+)`)
	documentEnd     = regexp.MustCompile(`(?m)^---`)
)

// refuseManifest refuses Kubernetes objects by their kinds, several documents too:
// what a controller makes of them is read, they are not. Root is nil where the text
// is no single document.
func (im *Importing) refuseManifest(text string, root *yamldoc.Node) error {
	var kinds []string
	line, apis := 0, ""
	add := func(kind, api string, at int) {
		if line == 0 {
			line = at
		}
		if apis += " " + api; !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	if kind, api := TextOf(root.Get("kind")), TextOf(root.Get("apiVersion")); kind != "" && api != "" {
		add(Shorten(kind), api, root.Get("kind").Pos.Line)
	}
	ends := append(documentEnd.FindAllStringIndex(text, -1), []int{len(text)})
	for from, i := 0, 0; root == nil && i < len(ends); from, i = ends[i][0], i+1 {
		part := text[from:ends[i][0]]
		if kind, api := manifestKind.FindStringSubmatchIndex(part), manifestVersion.FindStringSubmatch(part); kind != nil && api != nil {
			add(part[kind[2]:kind[3]], api[1], 1+strings.Count(text[:from+kind[2]], "\n"))
		}
	}
	if kinds == nil {
		return nil
	}
	hint := "import " + im.system.Name + " reads " + im.system.Summary
	if strings.Contains(apis, "istio.io/") {
		hint = "import envoy reads what comes of it: istioctl proxy-config clusters POD -o json"
	}
	return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: im.Origin(), Line: line, Col: 1}, Hint: hint,
		Text: "Kubernetes objects are not read, here of kind " + Scrub(strings.Join(kinds, ", "))}}
}
