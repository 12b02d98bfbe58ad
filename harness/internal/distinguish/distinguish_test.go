package distinguish

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

func search(t *testing.T, a, b string, by ...Criterion) *Search {
	s := &Search{Orders: []algos.Order{algos.FirstThread, algos.LastThread}, By: by, StorageRatio: 4, Seed: 1}
	for name, algorithm := range map[string]*catalog.Algorithm{a: &s.A, b: &s.B} {
		var ok bool
		if *algorithm, ok = catalog.Lookup(name); !ok {
			t.Fatalf("no algorithm %s", name)
		}
	}
	return s
}

func bounds(t *testing.T, texts ...string) (bounds []smallprog.Bound) {
	for _, text := range texts {
		b, err := smallprog.ParseBound(text)
		if err != nil {
			t.Fatal(err)
		}
		bounds = append(bounds, b)
	}
	return bounds
}

// TestKnown checks programs that are known to distinguish two algorithms, or not to.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		a, b    string
		by      Criterion
		program string
		reason  string // empty if they do not differ
	}{
		{"sleepset", "fgdpor", Redundant, "p: a=x | q: y=0", "redundant explorations: sleepset 1, fgdpor 0"},
		{"fgdpor", "source", Redundant, "p: x=0 | q: a=y; x=0 | r: b=y", "redundant explorations: fgdpor 1, source 0"},
		{"source", "optimal", Redundant, "p: x=1; a=x | q: a=y; x=1 | r: a=x", "redundant explorations: source 1, optimal 0"},
		{"source", "optimal", Redundant, "p: x=1 | q: x=2", ""},
		{"fgdpor", "source", Classes, "p: x=0 | q: a=y; x=0 | r: b=y", ""},
		{"exhaustive", "trust", Classes, "p: x=0 | q: a=y; x=0 | r: b=y", ""},
		{"optimal", "pop-naive", Storage, "p: a=x | q: a=x; x=1 | r: a=x", "sleep-set entries stored: optimal 4, pop-naive 1"},
	} {
		d, err := search(t, c.a, c.b, c.by).compare(t.Context(), smallprog.MustParse(c.program))
		if err != nil {
			t.Fatal(err)
		}
		reasons := ""
		if d != nil {
			reasons = strings.Join(d.Reasons, "; ")
		}
		if reasons != c.reason {
			t.Errorf("%s, %s and %s: %q, want %q", c.program, c.a, c.b, reasons, c.reason)
		}
	}
}

// TestFind checks that the program found is a smallest one.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		by       Criterion
		accesses int
		bound    string
	}{
		{"sleepset", "fgdpor", Redundant, 2, "rwu:threads=2-3,variables=2,accesses=4"},
		{"fgdpor", "source", Redundant, 4, "rwu:threads=2-3,variables=2,accesses=4"},
		{"source", "optimal", Redundant, 5, "rwu:threads=3,variables=2,accesses=5"},
	} {
		if testing.Short() && c.accesses > 4 {
			continue // TestKnown has a program
		}
		s := search(t, c.a, c.b, c.by)
		s.Bounds = bounds(t, c.bound)
		d, _, err := s.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, body := range d.Program.Threads {
			n += len(body)
		}
		if n != c.accesses {
			t.Errorf("%s and %s: %v of %d accesses, want %d", c.a, c.b, d.Program, n, c.accesses)
		}
		if d.A.Algorithm != c.a || d.B.Algorithm != c.b || len(d.Reasons) == 0 {
			t.Errorf("%+v", d)
		}
	}
}

// TestFindRandom checks that random programs come after the bounds, and that one
// that is found is made smaller.
func TestFindRandom(t *testing.T) {
	s := search(t, "fgdpor", "source", Redundant)
	s.Bounds = bounds(t, "rwu:threads=2,variables=1,accesses=2")
	d, tried, err := s.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if tried <= s.Bounds[0].Count() || d.A.Stats.Redundant == d.B.Stats.Redundant {
		t.Errorf("after %d programs: %+v", tried, d)
	}
	if again, _, _ := s.Find(t.Context()); again == nil || again.Program.String() != d.Program.String() {
		t.Errorf("found %v, and then %v", d.Program, again)
	}
	small := smallprog.Shrink(d.Program, func(p smallprog.Program) bool {
		d, err := s.compare(t.Context(), p)
		return err == nil && d != nil
	})
	if small.String() != d.Program.String() {
		t.Errorf("%v can be made smaller: %v", d.Program, small)
	}
}

// lossy is the oracle without its third execution, or with an error instead.
type lossy struct {
	algos.Explorer
	err error
}

func (l lossy) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	n := 0
	return l.Explorer.Explore(ctx, p, func(e *model.Execution) error {
		if n++; n == 3 {
			return l.err
		}
		return visit(e)
	})
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "classes: lossy misses 1 that pop visits"},
		{errors.New("lost"), "lossy: lost; pop: ends well; classes: lossy misses 1 that pop visits"},
	} {
		s := search(t, "exhaustive", "pop", Classes)
		s.A = catalog.Algorithm{Name: "lossy", New: func(o algos.Options) algos.Explorer { return lossy{exhaustive.New(o), c.err} }}
		s.Bounds = bounds(t, "rwu:threads=2-3,variables=2,accesses=4")
		d, _, err := s.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.Reasons, "; "); got != c.want || d.B.Classes != 3 {
			t.Errorf("%v: %s, %d classes, want %s, 3 classes", d.Program, got, d.B.Classes, c.want)
		}
	}
}

// TestLossFirst: a class that is lost is shown, rather than a smaller program with a redundant exploration; the latter if
// nothing is lost.
func TestLossFirst(t *testing.T) {
	for _, c := range []struct {
		loses    bool
		by       Criterion
		accesses int
	}{{true, Classes, 3}, {false, Redundant, 2}} {
		s := search(t, "sleepset", "fgdpor", Criteria()...)
		if redundant := s.A.New; c.loses {
			s.A.New = func(o algos.Options) algos.Explorer { return lossy{redundant(o), nil} }
		}
		s.Bounds = bounds(t, "rwu:threads=2-3,variables=2,accesses=3")
		s.Patience = 500
		d, tried, err := s.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, body := range d.Program.Threads {
			n += len(body)
		}
		if d.By != c.by || n != c.accesses || !c.loses && tried < s.Patience {
			t.Errorf("after %d programs, %v of %d accesses, by %s: %s; want %s, %d accesses", tried, d.Program, n, d.By, d.Reasons, c.by, c.accesses)
		}
	}
}

// TestTimeout checks that a search in vain ends with its context.
func TestTimeout(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, enough)
	defer cancel()
	s := search(t, "trust", "pop", Classes, Redundant)
	s.Bounds = bounds(t, "rwu:threads=2,variables=1,accesses=2")
	d, tried, err := s.Find(ctx)
	if d != nil || tried == 0 || !errors.Is(err, enough) {
		t.Errorf("found %+v after %d programs, error %v", d, tried, err)
	}
}
