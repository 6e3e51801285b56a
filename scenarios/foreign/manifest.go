package foreign

import (
	"regexp"
	"slices"
	"strings"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
)

// What every Kubernetes object says of itself, and where documents are parted.
var (
	manifestKind    = regexp.MustCompile(`(?m)^["']?kind["']?:[ \t]*["']?([A-Za-z0-9]+)`)
	manifestVersion = regexp.MustCompile(`(?m)^["']?apiVersion["']?:[ \t]*["']?([A-Za-z0-9./-]+)`)
	documentEnd     = regexp.MustCompile(`(?m)^---`)
)

// manifests are the Kubernetes objects of a file.
type manifests struct {
	line  int      // of the first one's kind; 0: there are none
	kinds []string // each once, no more than anybody reads
	istio bool     // some are Istio's
}

func (m *manifests) add(kind, api string) {
	m.istio = m.istio || strings.Contains(api, "istio.io/")
	if len(m.kinds) < 20 && !slices.Contains(m.kinds, kind) {
		m.kinds = append(m.kinds, Shorten(kind))
	}
}

// findManifests looks for Kubernetes objects. Root is nil where the text is no
// single document.
func findManifests(text string, root *yamldoc.Node) (m manifests) {
	if root != nil {
		if kind, api := TextOf(root.Get("kind")), TextOf(root.Get("apiVersion")); kind != "" && api != "" {
			m.line = root.Get("kind").Pos.Line
			m.add(kind, api)
		}
		return m
	}
	from := 0
	for _, end := range append(documentEnd.FindAllStringIndex(text, -1), []int{len(text)}) {
		part := text[from:end[0]]
		kind, api := manifestKind.FindStringSubmatchIndex(part), manifestVersion.FindStringSubmatch(part)
		if kind != nil && api != nil {
			if m.line == 0 {
				m.line = 1 + strings.Count(text[:from+kind[2]], "\n")
			}
			m.add(part[kind[2]:kind[3]], api[1])
		}
		from = end[0]
	}
	return m
}

// refuseManifest refuses Kubernetes objects by their kinds, several documents too:
// what a controller makes of them is read, they are not.
func (im *Importing) refuseManifest(text string, root *yamldoc.Node) error {
	m := findManifests(text, root)
	if m.line == 0 {
		return nil
	}
	hint := "import " + im.system.Name + " reads " + im.system.Summary
	if m.istio {
		hint = "import envoy reads what comes of it: istioctl proxy-config clusters POD -o json"
	}
	return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: im.Origin(), Line: m.line, Col: 1}, Hint: hint,
		Text: "Kubernetes objects are not read, here of kind " + printable.Scrub(strings.Join(m.kinds, ", "))}}
}
