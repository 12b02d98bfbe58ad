package task

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// condition is a condition on states, from a constraint. Its operators are common to C and Go, its operands are numbers
// and global variables.
type condition struct {
	e     ast.Expr
	names map[string]int32 // the numbers of the variables that it names
}

// parseCondition parses a constraint. variable returns the number of the variable of that name.
func parseCondition(text string, variable func(name string) (int32, bool)) (*condition, error) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("constraint %q is not understood", text)
	}
	c := &condition{e, map[string]int32{}}
	if _, err := c.value(e, func(name string) (int64, error) {
		x, ok := variable(name)
		if !ok {
			return 0, fmt.Errorf("constraint %q: %s is no global variable", text, name)
		}
		c.names[name] = x
		return 1, nil
	}, true); err != nil {
		if _, ok := err.(notUnderstood); ok {
			return nil, fmt.Errorf("constraint %q is not understood", text)
		}
		return nil, err
	}
	return c, nil
}

// holds reports whether the condition is true for these values of the variables.
func (c *condition) holds(value func(x int32) int64) bool {
	v, err := c.value(c.e, func(name string) (int64, error) { return value(c.names[name]), nil }, false)
	return err == nil && v != 0
}

type notUnderstood struct{}

func (notUnderstood) Error() string { return "not understood" }

// value is the value of an expression. With both, both sides of && and || are evaluated.
func (c *condition) value(e ast.Expr, variable func(string) (int64, error), both bool) (int64, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.value(e.X, variable, both)
	case *ast.BasicLit:
		n, err := strconv.ParseInt(e.Value, 0, 64)
		if err != nil || strings.Contains(e.Value, "_") {
			return 0, notUnderstood{}
		}
		return n, nil
	case *ast.Ident, *ast.IndexExpr, *ast.SelectorExpr:
		return variable(types.ExprString(e))
	case *ast.UnaryExpr:
		x, err := c.value(e.X, variable, both)
		switch {
		case err != nil:
			return 0, err
		case e.Op == token.SUB:
			return -x, nil
		case e.Op == token.NOT:
			return truth(x == 0), nil
		}
	case *ast.BinaryExpr:
		x, err := c.value(e.X, variable, both)
		decided := e.Op == token.LAND && x == 0 || e.Op == token.LOR && x != 0
		if err != nil || decided && !both {
			return truth(x != 0), err
		}
		y, err := c.value(e.Y, variable, both)
		if err != nil {
			return 0, err
		}
		return calculate(e.Op, x, y)
	}
	return 0, notUnderstood{}
}

func calculate(op token.Token, x, y int64) (int64, error) {
	switch op {
	case token.LAND:
		return truth(x != 0 && y != 0), nil
	case token.LOR:
		return truth(x != 0 || y != 0), nil
	case token.EQL:
		return truth(x == y), nil
	case token.NEQ:
		return truth(x != y), nil
	case token.LSS:
		return truth(x < y), nil
	case token.LEQ:
		return truth(x <= y), nil
	case token.GTR:
		return truth(x > y), nil
	case token.GEQ:
		return truth(x >= y), nil
	case token.ADD:
		return x + y, nil
	case token.SUB:
		return x - y, nil
	}
	return 0, notUnderstood{}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
