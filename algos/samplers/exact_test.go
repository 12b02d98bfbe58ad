package samplers

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/samplers/coverage"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// profileOf is a profile of p; if there is none, the test fails.
func profileOf(t *testing.T, o algos.Options, p *model.Program) *Profile {
	t.Helper()
	profile, err := NewProfile(context.Background(), o, p)
	if err != nil {
		t.Fatal(err)
	}
	return profile
}

// distribution is the exact distribution of a method, by class key.
func distribution(t *testing.T, o algos.Options, p *model.Program, name string) map[string]float64 {
	t.Helper()
	d, err := distributionWithin(t, o, p, name, 1_000_000)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

func distributionWithin(t *testing.T, o algos.Options, p *model.Program, name string, configurations int) (map[string]float64, error) {
	t.Helper()
	method, ok := Lookup(name)
	if !ok {
		t.Fatalf("no method %s", name)
	}
	s := method.New(profileOf(t, o, p)).(Independent)
	classes, err := Exact(context.Background(), o, p, s, configurations)
	if err != nil {
		return nil, err
	}
	d, sum := map[string]float64{}, 0.0
	for _, c := range classes {
		d[c.Key] = c.Probability
		sum += c.Probability
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("%s: the probabilities add up to %v", name, sum)
	}
	return d, nil
}

// drawn is how often each class is drawn by a method.
func drawn(t *testing.T, o algos.Options, p *model.Program, name string, runs int64) map[string]int {
	t.Helper()
	method, _ := Lookup(name)
	profile := profileOf(t, o, p)
	counts := map[string]int{}
	_, err := New(o, func() Sampler { return method.New(profile) }, runs).Explore(context.Background(), p, func(e *model.Execution) error {
		counts[e.Key()]++
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return counts
}

// TestExactAgainstDrawn: on random programs of all kinds, draws are distributed as Exact says (chi-square, with fixed
// seeds), and never of a class that Exact excludes. Exact has no other classes than the oracle and, except for PCT,
// all of them.
func TestExactAgainstDrawn(t *testing.T) {
	programs, runs := 12, int64(2000)
	if testing.Short() {
		programs, runs = 6, 1000
	}
	for _, kind := range []struct {
		name   string
		random func(smallprog.Choices) smallprog.Program
		memory memory.Model
	}{
		{"sc", smallprog.Random, memory.SC},
		{"contended", smallprog.Contended, memory.SC},
		{"locking", smallprog.Locking, memory.SC},
		{"awaiting", smallprog.Awaiting, memory.SC},
		{"rich", smallprog.Rich, memory.SC},
		{"making", smallprog.Making, memory.SC},
		{"applying", smallprog.Applying, memory.CommutingSC},
		{"tso", smallprog.Buffered, memory.TSO},
	} {
		t.Run(kind.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 0))
			sum, degrees := map[string]float64{}, map[string]float64{}
			for n := range programs {
				text := kind.random(r)
				p, o := text.Build(), algos.Options{Memory: kind.memory, Seed: uint64(n) + 1}
				known := oracle(t, o, p)
				for _, name := range []string{"random-walk", "pct-1", "pct", "pos", "urw", "surw"} {
					exact, err := distributionWithin(t, o, p, name, 4_000)
					if errors.Is(err, ErrTooLarge) {
						continue
					}
					if err != nil {
						t.Fatalf("%v, %s: %v", text, name, err)
					}
					for class := range exact {
						if !known[class] {
							t.Errorf("%v, %s: a class that the oracle does not know", text, name)
						}
					}
					if name != "pct-1" && name != "pct" && len(exact) != len(known) {
						t.Errorf("%v, %s: %d of %d classes", text, name, len(exact), len(known))
					}
					chi, free := chiSquare(t, exact, drawn(t, o, p, name, runs), runs)
					sum[name], degrees[name] = sum[name]+chi, degrees[name]+free
				}
			}
			for name, chi := range sum {
				if degrees[name] < 5 {
					t.Errorf("%s: only %.0f degrees of freedom", name, degrees[name])
				}
				// A normal distribution approximates chi-square with many degrees of freedom.
				if free := degrees[name]; chi > free+4*math.Sqrt(2*free)+8 {
					t.Errorf("%s: chi-square is %.0f, with %.0f degrees of freedom", name, chi, free)
				}
			}
		})
	}
}

func oracle(t *testing.T, o algos.Options, p *model.Program) map[string]bool {
	known := map[string]bool{}
	_, err := exhaustive.New(o).Explore(context.Background(), p, func(e *model.Execution) error {
		known[e.Key()] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// chiSquare compares counts with a distribution. Classes that are expected fewer than five times are pooled.
func chiSquare(t *testing.T, exact map[string]float64, counts map[string]int, runs int64) (chi, degrees float64) {
	t.Helper()
	rare, rarely := 0.0, 0.0
	add := func(expected, found float64) {
		chi += (found - expected) * (found - expected) / expected
		degrees++
	}
	for class, p := range exact {
		expected, found := p*float64(runs), float64(counts[class])
		if expected < 5 {
			rare, rarely = rare+expected, rarely+found
			continue
		}
		add(expected, found)
	}
	if rare >= 5 {
		add(rare, rarely)
	}
	for class := range counts {
		if exact[class] == 0 {
			t.Errorf("a class is drawn that has no probability")
		}
	}
	return chi, max(degrees-1, 0)
}

// TestUnseenOfPrograms: the bound on the unseen part of a program is right in 95 of 100 cases, by the
// exact distribution.
func TestUnseenOfPrograms(t *testing.T) {
	const cases, runs = 200, 60
	b, _ := benchmarks.Lookup("lastzero")
	p, err := b.Program(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"random-walk", "pos"} {
		exact := distribution(t, algos.Options{Seed: 1}, p, name)
		wrong, estimated, truth := 0, 0.0, 0.0
		for seed := range uint64(cases) {
			record, unseen := coverage.NewRecord[string](runs), 1.0
			method, _ := Lookup(name)
			_, err := New(algos.Options{Seed: seed}, func() Sampler { return method.New(nil) }, runs).Explore(context.Background(), p, func(e *model.Execution) error {
				if record.Add(e.Key()) {
					unseen -= exact[e.Key()]
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			estimate, bound := record.Unseen()
			if unseen > bound {
				wrong++
			}
			estimated, truth = estimated+estimate/cases, truth+unseen/cases
		}
		if wrong > cases/20 || math.Abs(estimated-truth) > 0.2*truth {
			t.Errorf("%s: %d of %d bounds are wrong; unseen %.4f on average, estimated %.4f", name, wrong, cases, truth, estimated)
		}
		t.Logf("%s: %d of %d bounds are wrong; unseen %.4f on average, estimated %.4f", name, wrong, cases, truth, estimated)
	}
}

// TestIndependent: each sampler but RFF says that its runs are independent.
func TestIndependent(t *testing.T) {
	for _, name := range append(Names(), "pct-1", "pct-99") {
		m, ok := Lookup(name)
		if !ok || m.Name != name || m.Paper == "" || m.Doc == "" {
			t.Fatalf("%s: %+v", name, m)
		}
		if _, independent := m.New(&Profile{}).(Independent); independent != (name != "rff") {
			t.Errorf("%s: independent: %v", name, independent)
		}
	}
	for _, name := range []string{"", "pct-", "pct-0", "pct-100", "pct-03", "PCT"} {
		if _, ok := Lookup(name); ok {
			t.Errorf("%q is a method", name)
		}
	}
}
