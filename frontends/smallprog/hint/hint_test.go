package hint

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"counter=1", "variables are x, y, z, u, v and w"},
		{"x=y", "a=y; x=a"},
		{"x = y + 2", "a=y; x=a+2, or x+=2"},
		{"x=1, y=1", "; separates"},
		{"x=1 & y=1", "; separates"},
		{"x=1\ny=1", "; separates"},
		{"x := 1", "x=1"},
		{"a=x+1", "a=x; a store may add, as in x=a+1"},
		{"a=a+1", "a=x; a store may add, as in x=a+1"},
		{"a=b", "a=x"},
		{"fence()", "it is written fence"},
		{"swap x", "a=swap(x,1)"},
		{"update x++", "update x adds 1"},
		{"x++", "update x"},
		{"++z", "update z"},
		{"x--", "x-=1"},
		{"if (x == 1) { y=1 }", "a=x; if a==1"},
		{"if (a == 1) { y=1 }", "if a==1 { ... }"},
		{"while (x != 1)", "await x==1"},
		{"lock(m)", "lock l"},
		{"m.unlock()", "unlock m"},
		{"int x = 0", "nothing is declared"},
		{"print x", "shown by trace"},
		{"assert x==1", "assert a!=1"},
		{"a=1", "a=x"},
		{"frob", "variables are"},
	} {
		_, err := smallprog.Parse("p: " + c.statement)
		wrong, ok := errors.AsType[*smallprog.Error](err)
		if !ok {
			t.Errorf("%q: error %v", c.statement, err)
			continue
		}
		if got := Of(wrong); !strings.Contains(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.statement, got, c.want)
		}
	}
	if got := Of(&smallprog.Error{Text: "p: }", Problem: `unexpected "}"`}); got != "" {
		t.Errorf("a hint for another mistake: %q", got)
	}
}

// TestHintsCanBeRead: the statements that hints propose are in the notation.
func TestHintsCanBeRead(t *testing.T) {
	for _, statement := range []string{"a=y; x=a", "a=y; x=a+2", "x+=2", "update x", "a=x; x=a+1", "x-=1", "a=x; if a==1 { y=1 }", "await x==1", "lock l", "unlock m", "assert a!=1", "a=x", "x=1", "x=a+1", "a=swap(x,1)", "a=cas(x,0,1)", "a=cmpxchg(x,0,1)", "cas(x,0,1)", "fence"} {
		if _, err := smallprog.Parse("p: " + statement); err != nil {
			t.Error(err)
		}
	}
	for _, m := range mistakes() {
		if regexp.MustCompile(`\$\{?[a-z]`).MatchString(m.hint) {
			t.Errorf("%q names a group that no pattern has", m.hint)
		}
	}
}
