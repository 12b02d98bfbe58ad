package smallprog

import (
	"errors"
	"testing"
)

// TestErrorPlaces: an error has the place of the mistake in the text.
func TestErrorPlaces(t *testing.T) {
	for _, c := range []struct{ text, place, problem string }{
		{"p: x=1 | q: x==2", "x==2", `cannot read statement "x==2"`},
		{"p: x=1; frob x\n| q: a=x", "frob x", `cannot read statement "frob x"`},
		{"p:\n  x=1;\n  x=%; y=1\n| q: a=x", "x=%", `cannot read statement "x=%"`},
		{"p: x=1 | q: a=x; if a==0 { y=1", "if a==0", `"if a==0 " is not closed`},
		{"p: x=1 { y=1 } | q: a=x", "x=1", `"x=1" has no body`},
		{"p: x=1; } | q: a=x", "}", `unexpected "}"`},
		{"p: x=1 | q: if a==1 { frob } ", "frob", `cannot read statement "frob"`},
		{"p: x=1 | q: plain lock l; b=x", "plain lock l", `"lock l" cannot be plain`},
		{"p: x=1 | q: plain frob", "frob", `cannot read statement "frob"`},
		{"p: x=1 | q: plain plain x=2", "plain plain x=2", `"plain x=2" cannot be plain`},
	} {
		_, err := Parse(c.text)
		wrong, ok := errors.AsType[*Error](err)
		if !ok {
			t.Errorf("%q: got error %v", c.text, err)
			continue
		}
		if got := c.text[wrong.At:wrong.End]; got != c.place || wrong.Problem != c.problem {
			t.Errorf("%q: got %q at %q, want %q at %q", c.text, wrong.Problem, got, c.problem, c.place)
		}
	}
}

// TestSpaces: spaces around operators are free, as where executions are printed.
func TestSpaces(t *testing.T) {
	const text = "p: x = 1; y += 2; a = cas( x, 0 , 1 ); x = a + 1 | q: a  =  x; if a == 1 { lock  l }; await y != 0; b = when x < 3 x += 1"
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	const want = "p: x=1; y+=2; a=cas(x,0,1); x=a+1 | q: a=x; if a==1 { lock l }; await y!=0; b=when x<3 x+=1"
	if p.String() != want {
		t.Errorf("got %q, want %q", p, want)
	}
	for _, text := range []string{"p: lockl", "p: up date x", "p: x==1", "p: x=1 2"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestLines: a program may be written over several lines.
func TestLines(t *testing.T) {
	p, err := Parse("p: x=1;\n   y=1\n| q: a=y;\n\tif a==1 {\n  b=x\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	const want = "p: x=1; y=1 | q: a=y; if a==1 { b=x }"
	if p.String() != want {
		t.Errorf("got %q, want %q", p, want)
	}
}
