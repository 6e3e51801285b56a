package page

import (
	"bytes"
	"embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

// pageFiles are the templates of pages, their style and their script. A page
// holds all of it and fetches nothing: it opens from a mail, without a network.
//
//go:embed html
var pageFiles embed.FS

// pages are the parsed templates. Those named head and foot stand around every
// page, with the colours, the tables and the switch between light and dark.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"style":  pageStyle,
		"script": func() template.JS { return template.JS(pageFile("script.js") + pageFile("plots.js")) },
		"px":     pixels,
		"line":   svgLine,
		"mark":   svgMark,
		"cell":   cellStyle,
		"ramp":   rampStyle,
		"of":     func(p any, s *pageSection) partOf { return partOf{p, s} },
	}).ParseFS(pageFiles, "html/*.tmpl"))
})

// partOf is a part of a section, and the section whose axis it shares.
type partOf struct {
	Part    any
	Section *pageSection
}

// pageStyle is the style sheet. The dark colours stand in it twice: for those
// who ask the system and for those who ask the page.
func pageStyle() template.CSS {
	return template.CSS(strings.ReplaceAll(pageFile("style.css"), "DARK", pageFile("dark.css")) + pageFile("plots.css"))
}

func pageFile(name string) string {
	text, err := pageFiles.ReadFile("html/" + name)
	if err != nil {
		panic("report: " + err.Error())
	}
	return string(text)
}

// writePage fills in the template of a page and writes it once it is whole.
// Whatever stands in the data is escaped for the place where it appears.
func writePage(w io.Writer, name string, data any) error {
	var b bytes.Buffer
	if err := pages().ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	_, err := w.Write(bytes.ToValidUTF8(b.Bytes(), []byte("\uFFFD")))
	return err
}
