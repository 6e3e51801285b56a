// Package figure is what is drawn, as data: axes with their ticks, marks, labels that
// found their place, legends, cells of a heat map, once for runs and for searches.
//
// A figure is computed once; the page draws it as SVG with classes, picture on a
// canvas. Text is measured by a table of letter widths, so no font is linked.
package figure
