package graph

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// pictures draws all executions of a program under a memory model.
func pictures(t *testing.T, p *model.Program, m memory.Model) (all []Picture) {
	t.Helper()
	trust, _ := catalog.Lookup("trust")
	_, err := trust.New(algos.Options{Memory: m}).Explore(t.Context(), p, func(e *model.Execution) error {
		of, err := trace.Of(p, m, e.Events())
		if err != nil {
			return err
		}
		one, err := Of(p, of)
		all = append(all, one)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRelations: pictures have the relations of section 2 of the RC11 paper, without the initial writes.
func TestRelations(t *testing.T) {
	for _, c := range []struct {
		program string
		want    []string // of the executions, sorted as they are visited
	}{
		{"p: relaxed x=1; release y=1 | q: acquire a=y; relaxed b=x", []string{
			"p.1 rf q.2. p.2 rf q.1. p.2 sw q.1.", "p.1 rf q.2. q.1 fr p.2.", "q.1 fr p.2. q.2 fr p.1.",
		}},
		{"p: relaxed x=1; relaxed x=2 | q: relaxed a=x", []string{"p.2 rf q.1. p.1 mo p.2.", "p.1 rf q.1. p.1 mo p.2. q.1 fr p.2.", "p.1 mo p.2. q.1 fr p.1."}},
		{"p: relaxed x=1; acq_rel fence; relaxed y=1 | q: relaxed update y; acquire fence", []string{
			"p.3 rf q.1. p.3 mo q.1. p.2 sw q.2.", "q.1 mo p.3.",
		}},
		{"p: lock m; x=1; unlock m | q: lock m; unlock m", []string{"p.3 sw q.1.", "q.2 sw p.1."}},
	} {
		p, err := smallprog.Build(c.program)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		all := pictures(t, p, memory.RC11)
		for _, one := range all {
			_, relations, _ := strings.Cut(one.Aloud(), "complete. ")
			got[relations] = true
		}
		for _, want := range c.want {
			if !got[want] {
				t.Errorf("%s: no execution has %q: %v", c.program, want, got)
			}
		}
		if len(all) != len(c.want) || len(got) != len(c.want) {
			t.Errorf("%s: %d executions, %d kinds, want %d", c.program, len(all), len(got), len(c.want))
		}
	}
}

// TestForbidden: the cycle that forbids an execution is marked.
func TestForbidden(t *testing.T) {
	p, err := smallprog.Build("p: x=1; a=y | q: y=1; b=x")
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	_, pictures, _, err := Candidates(t.Context(), p, memory.RC11, strings.Fields("p p q q"), 10, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range pictures {
		if one.Cycle != nil {
			err = Write(&file, one)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(file.String(), `class="cycle"`); n != 8 { // an arrow and a label for each of four edges
		t.Errorf("%d arrows and labels of the cycle, want 8:\n%s", n, &file)
	}
	if !strings.Contains(file.String(), "forbidden: psc is acyclic") {
		t.Errorf("the axiom is not named:\n%s", &file)
	}
}

// TestPlaces: in pictures of random programs no event covers another, no arrow crosses an event, and files are well-formed.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	arrows, hidden := 0, 0
	for range 60 {
		random := []func(smallprog.Choices) smallprog.Program{smallprog.Random, smallprog.Buffered, smallprog.BufferedAwaiting}[r.IntN(3)]
		p := smallprog.Ordered(r, random(r), smallprog.MixAll)
		if p.Size() > 8 {
			continue
		}
		for _, one := range pictures(t, p.Build(), memory.RC11) {
			d := newDrawing(one)
			for i, n := range d.nodes {
				for _, o := range d.nodes[:i] {
					if math.Abs(n.x-o.x) < (n.width+o.width)/2 && math.Abs(n.y-o.y) < tall {
						t.Fatalf("%v: %q covers %q", p, n.text, o.text)
					}
				}
			}
			for _, a := range d.arrows {
				arrows++
				if d.crosses(a) {
					t.Errorf("%v: the arrow from %q to %q crosses an event", p, a.from.text, a.to.text)
				}
				if d.covers(a, a.label, 3.6*float64(len(a.text()))) {
					hidden++
				}
			}
			wellFormed(t, one)
		}
	}
	if arrows < 300 {
		t.Errorf("only %d arrows", arrows)
	}
	if hidden*10 > arrows {
		t.Errorf("%d of %d labels are covered", hidden, arrows)
	}
}

// crosses reports whether an arrow leads across an event that is not at its ends.
func (d *drawing) crosses(a *arrow) bool {
	for _, c := range a.curves() {
		for i := range 41 {
			p := on(c, float64(i)/40)
			for _, n := range d.nodes {
				if n != a.from && n != a.to && math.Abs(n.x-p.x) < n.width/2 && math.Abs(n.y-p.y) < tall/2 {
					return true
				}
			}
		}
	}
	return false
}

func wellFormed(t *testing.T, p Picture) {
	t.Helper()
	var file strings.Builder
	if err := Write(&file, p, p); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(file.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v:\n%s", err, &file)
		}
	}
}
