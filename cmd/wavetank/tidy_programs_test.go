package main

import (
	"go/ast"
	"os/exec"
	"strings"
	"testing"
)

// programOutput runs a program and keeps apart what it answers and what it says
// beside: a go command that has to download tells so, and a shell warns.
func programOutput(c *exec.Cmd) (out, notes string, err error) {
	var said strings.Builder
	c.Stderr = &said
	text, err := c.Output()
	return string(text), said.String(), err
}

// TestTidyPrograms keeps a program's two outputs together only for what is said
// of its failure: "if out, err := c.CombinedOutput(); err != nil". A test that
// reads an answer out of both fails on the first machine whose program has more
// to say, as a go command with empty caches has.
func TestTidyPrograms(t *testing.T) {
	for _, s := range sources(t) {
		told := map[ast.Node]bool{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				a, ok := n.Init.(*ast.AssignStmt)
				if cond, is := n.Cond.(*ast.BinaryExpr); ok && is && cond.Op.String() == "!=" && n.Else == nil && len(a.Rhs) == 1 {
					told[a.Rhs[0]] = true
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "CombinedOutput" && !told[n] {
					t.Errorf("%s:%d reads CombinedOutput of a program that has not failed: read Output, keep Stderr for messages", s.path, s.set.Position(n.Pos()).Line)
				}
			}
			return true
		})
	}
}
