package lapor_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/lapor"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

var (
	programs = flag.Int("programs", 500, "how many random programs of sections to explore")
	seed     = flag.Uint64("seed", 1, "of these")
)

// TestSections compares random programs in which each thread has sections with pop. They are larger than the
// programs of make exhaust, whose sections have next to nothing in them.
func TestSections(t *testing.T) {
	for i := range *programs {
		text := sectioned(rand.New(rand.NewPCG(*seed, uint64(i))))
		if n, _ := lapor.New(algos.Options{}).Explore(t.Context(), smallprog.MustBuild(text), nil); n.Executions <= 300 {
			compare(t, text, algos.Options{}, algos.Options{Order: algos.LastThread}, algos.Options{Order: algos.RandomThread, Seed: uint64(i)})
		}
	}
}

// compare compares the lazy classes of a program with the lazy classes of pop's executions, in each of these orders.
func compare(t *testing.T, text string, orders ...algos.Options) {
	p := smallprog.MustBuild(text)
	keyer := equivalence.Lazy.NewKeyer(p, memory.SC)
	defer keyer.Close()
	want, _, err := algostest.ExploreBy(keyer, pop.New(algos.Options{}), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		got, _, err := algostest.ExploreBy(keyer, lapor.New(o), p)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Difference(want); d != "" {
			t.Errorf("%s\norder %v: %s", text, o.Order, d)
		}
	}
}

// TestStops: each of these missed a class before threads could stop at events that fit.
func TestStops(t *testing.T) {
	for _, text := range []string{
		"p: a=x; a=y; y=1 | q: lock l; x=1; update x; unlock l | r: lock l; update y; unlock l; a=x",
		"p: lock l; x=1; y=1 | q: lock l; x=1; y=1; unlock l | r: update x; x=1; update y",
		"p: update x; y=2; y=2; a=x | q: lock m; y=2; x=1 | r: lock m; x=2; update x; unlock m",
		"p: lock l; x=1; a=y; unlock l; lock l; a=y; update x | q: lock l; update x; lock m; y=1; unlock l | r: lock m; y=1; update y; unlock m",
		"p: lock l; unlock l; lock m; update x; x=1; unlock m; a=x | q: lock l; x=1; x=1 | r: lock l; update x; a=x; lock m; unlock m; unlock l",
	} {
		compare(t, text, algos.Options{}, algos.Options{Order: algos.LastThread})
	}
}

// sectioned is a random program of two or three threads over two variables and two mutexes.
func sectioned(r *rand.Rand) string {
	var threads []string
	for range 2 + r.IntN(2) {
		var all []string
		for range 1 + r.IntN(2) {
			all = append(all, section(r, 2))
		}
		threads = append(threads, strings.Join(all, "; "))
	}
	return strings.Join(threads, " | ")
}

// section is a random section, which may contain another one.
func section(r *rand.Rand, mutexes int) string {
	m := "lm"[r.IntN(mutexes)]
	body := []string{fmt.Sprintf("lock %c", m)}
	for range r.IntN(3) {
		body = append(body, access(r))
	}
	if m == 'm' && r.IntN(3) == 0 {
		body = append(body, section(r, 1))
	}
	body = append(body, fmt.Sprintf("unlock %c", m))
	if r.IntN(4) == 0 {
		body = append(body, access(r))
	}
	return strings.Join(body, "; ")
}

func access(r *rand.Rand) string {
	x := "xy"[r.IntN(2)]
	return []string{fmt.Sprintf("a=%c", x), fmt.Sprintf("%c=1", x), fmt.Sprintf("%c=2", x), fmt.Sprintf("update %c", x)}[r.IntN(4)]
}
