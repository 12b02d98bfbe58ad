package errata_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"
)

var (
	searched = flag.String("search", "", "TestSearch: within these bounds, as in rwu:threads=2-3,variables=2,accesses=5")
	sought   = flag.String("without", "1,2a,2b,3,4", "TestSearch: for these corrections")
	seeds    = flag.Uint64("seeds", 3, "TestSearch: random orders for each program, in addition to all fixed ones")
	largest  = flag.Bool("largest", false, "TestSearch: only programs with as many accesses as the bounds allow")
)

// TestSearch finds, for each correction, the first program within bounds, small ones first,
// on which a class is lost or repeated when only that correction is missing. The programs
// of the table were found with it:
//
//	go test ./algos/pop/errata -run Search -v -timeout 0 -search rwu:threads=2-3,variables=2,accesses=5
func TestSearch(t *testing.T) {
	if *searched == "" {
		t.Skip("finds programs; needs -search")
	}
	bound, err := smallprog.ParseBound(*searched)
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]algorithm2.Corrections{}
	for name := range strings.SplitSeq(*sought, ",") {
		if left[name] = 0; name != "all" {
			left[name] = algorithm2.All &^ numbered(name)
		}
	}
	programs := bound.Programs()
	if *largest {
		programs = bound.OfSize(bound.Accesses)
	}
	number := 0
	for p := range programs {
		if !slices.ContainsFunc(strings.Split(*sought, ","), func(name string) bool { return mayShow(numbered(name), p) }) {
			continue
		}
		classes, _, err := algostest.Explore(pop.New(algos.Options{}), p.Build())
		if err != nil {
			t.Fatal(err)
		}
		for name, made := range left {
			if q, o, d := shows(made, p, classes); d != "" {
				t.Logf("without %s, after %d programs: %v, order %v, seed %d: %s", name, number, q, o.Order, o.Seed, d)
				delete(left, name)
			}
		}
		if number++; len(left) == 0 {
			return
		}
	}
	for name := range left {
		t.Logf("without %s: all %d programs have each class once", name, number)
	}
}

// shows looks for a thread order in which the algorithm with these corrections loses or
// repeats a class of p: it tries each of them, and some at random.
func shows(made algorithm2.Corrections, p smallprog.Program, classes algostest.Classes) (smallprog.Program, algos.Options, string) {
	for q := range p.Arrangements() {
		if d := explore(made, q, algos.Options{}).errors(classes); d != "" {
			return q, algos.Options{}, d
		}
	}
	for seed := range *seeds {
		o := algos.Options{Order: algos.RandomThread, Seed: seed}
		if d := explore(made, p, o).errors(classes); d != "" {
			return p, o, d
		}
	}
	return p, algos.Options{}, ""
}

// mayShow reports whether p has the accesses needed to show the need for a
// correction, as far as known.
func mayShow(one algorithm2.Corrections, p smallprog.Program) bool {
	var reads, writes [3]int
	for _, body := range p.Threads {
		for _, s := range body {
			if s.Op == smallprog.Load {
				reads[s.Object]++
			} else {
				writes[s.Object]++
			}
		}
	}
	for x := range reads {
		for y := range reads {
			switch {
			case x == y:
			case one == algorithm2.ReadsNotFresh && reads[x] >= 3 && writes[x] >= 1 && writes[y] >= 1 && reads[y]+writes[y] >= 2:
				// The head of σ, the read that is not fresh and one that follows
				// it; and for a schedule in E2, a race on another variable.
				return true
			case one == algorithm2.KeepsD && reads[x] >= 2 && writes[x] >= 1 && reads[y] >= 2 && writes[y] >= 1:
				// On both variables the first event of a race, the head of its
				// schedule, and the head of one that goes before.
				return true
			}
		}
	}
	return one != algorithm2.ReadsNotFresh && one != algorithm2.KeepsD
}

// numbered is the correction with that number; the empty set if there is none.
func numbered(number string) algorithm2.Corrections {
	for c := algorithm2.Corrections(1); c <= algorithm2.All; c <<= 1 {
		if c.String() == number {
			return c
		}
	}
	return 0
}
