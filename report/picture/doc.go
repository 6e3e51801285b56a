// Package picture draws figures as SVG and PNG on gonum/plot's canvas.
//
// An SVG is the same to the byte on every kind of processor. A PNG is the same only
// on those of one kind: the libraries that fill its pixels add to products which
// arm64, and amd64 from v3 on, do not round, so the edge of a shape may differ there
// by a shade.
package picture
