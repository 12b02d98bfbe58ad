package smallprog

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseReadsWhatStringWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		for _, p := range []Program{Random(r), Accesses(r), Contended(r), Locking(r), Awaiting(r), Rich(r), Large(r, LargeMixed)} {
			q, err := Parse(p.String())
			if err != nil || q.String() != p.String() {
				t.Fatalf("%v\n%v, error %v", p, q, err)
			}
		}
	}
}

// TestAllVariables writes and reads each variable.
func TestAllVariables(t *testing.T) {
	text := "p: x=1; y=1; z=1 | q: u=1; v=1; w=1 | r: a=x; b=y; c=z; d=u; e=v; f=w"
	p, err := Parse(text)
	if err != nil || p.String() != text {
		t.Fatalf("%s is read as %v, error %v", text, p, err)
	}
	for _, name := range []string{"x", "y", "z", "u", "v", "w"} {
		if source := p.Source("Main"); !strings.Contains(source, name+` := p.Var("`+name+`", 0)`) {
			t.Errorf("variable %s is not declared:\n%s", name, source)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"p: a=o":                    `cannot read statement "a=o"`,
		"p: x=1 }":                  `unexpected "}"`,
		"p: go { x=1":               `is not closed`,
		"p: a=x { y=1 }":            `has no body`,
		"p: lock x":                 `cannot read statement "lock x"`,
		"p: x=99999999999999999999": `cannot read statement`,
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error about %s", text, err, want)
		}
	}
}

// TestShrink shrinks programs as long as two threads write x.
func TestShrink(t *testing.T) {
	writers := func(p Program) bool {
		n := 0
		for _, body := range p.Threads {
			if strings.Contains(block(body), "=") && contains(body, Store) {
				n++
			}
		}
		return n >= 2
	}
	got := Shrink(MustParse("p: a=x; if a==0 { z=2; lock m } | q: update x | r: lock l; z=2; unlock l | s: b=y"), writers)
	if want := "p: x=1 | q: x=1"; got.String() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestRenamed(t *testing.T) {
	p := MustParse("p: c=z; y=c+1; lock n; go { lock m; d=cas(z,1,2) } | q: x=1; assert d!=1")
	before := p.String()
	want := "p: a=x; y=a+1; lock l; go { lock m; b=cas(x,1,2) } | q: z=1; assert b!=1"
	if d := cmp.Diff(want, p.Renamed().String()); d != "" || p.String() != before {
		t.Error(d, p)
	}
}

// TestChoices makes the same program from the same choices, and a simple one from none.
func TestChoices(t *testing.T) {
	data := []byte("any bytes will do, as long as there are enough of them for a program")
	p := Random(Bytes(data))
	if q := Random(Bytes(data)); !reflect.DeepEqual(p, q) {
		t.Errorf("two programs from the same bytes: %v and %v", p, q)
	}
	if got, want := Random(Bytes(nil)).String(), "p: a=x; a=x; a=x; a=x; a=x; a=x | q: "; got != want {
		t.Errorf("from no bytes: %s, want %s", got, want)
	}
	for _, n := range []int{1, 2, 256, 257, 70000} {
		if got := Bytes([]byte{255, 255, 255}).IntN(n); got < 0 || got >= n {
			t.Errorf("IntN(%d) = %d", n, got)
		}
	}
}
