// Package picture draws figures as SVG and PNG on gonum/plot's canvas.
package picture
