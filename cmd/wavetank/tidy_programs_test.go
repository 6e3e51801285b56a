package main

import (
	"go/ast"
	"testing"
)

// TestTidyPrograms holds how tests run programs. What a tool answers stands on
// its standard output; on standard error a Go command tells what it fetches, the
// first time on a machine and never again. So CombinedOutput, which mixes the two,
// is only for the words of a failure: if out, err := c.CombinedOutput(); err != nil.
func TestTidyPrograms(t *testing.T) {
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		told := map[*ast.CallExpr]bool{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if i, ok := n.(*ast.IfStmt); ok && failureOnly(i) {
				told[i.Init.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)] = true
			}
			c, ok := n.(*ast.CallExpr)
			if !ok || told[c] {
				return true
			}
			if f, ok := c.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "CombinedOutput" {
				t.Errorf("%s: takes standard error for an answer: use Output, or only where it fails", s.set.Position(c.Pos()))
			}
			return true
		})
	}
}

// failureOnly tells an if that asks for an error of one call, and nothing else.
func failureOnly(i *ast.IfStmt) bool {
	a, ok := i.Init.(*ast.AssignStmt)
	if !ok || i.Else != nil || len(a.Rhs) != 1 {
		return false
	}
	if _, ok := a.Rhs[0].(*ast.CallExpr); !ok {
		return false
	}
	cond, ok := i.Cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	x, isErr := cond.X.(*ast.Ident)
	y, isNil := cond.Y.(*ast.Ident)
	return isErr && isNil && cond.Op.String() == "!=" && x.Name == "err" && y.Name == "nil"
}
