package smallprog

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var writeRandom = flag.Bool("write-random", false, "write testdata/random.txt instead of comparing with it")

// TestRandomProgramsStay: a seed that somebody has written down gives the same program as then, of each kind.
func TestRandomProgramsStay(t *testing.T) {
	type kind = struct {
		name   string
		random func(Choices) Program
	}
	kinds := []kind{
		{"random", Random}, {"contended", Contended}, {"accesses", Accesses}, {"locking", Locking}, {"awaiting", Awaiting},
		{"buffered", Buffered}, {"comparing", Comparing}, {"buffered-awaiting", BufferedAwaiting}, {"applying", Applying},
		{"making", Making}, {"rich", Rich},
	}
	for _, m := range Mixes() {
		kinds = append(kinds, kind{"ordered-" + m.String(), func(c Choices) Program { return Ordered(c, Started(c, Sectioned(c, BufferedAwaiting(c))), m) }})
		kinds = append(kinds, kind{"passing-" + m.String(), func(c Choices) Program { return Passing(c, m) }})
		kinds = append(kinds, kind{"classical-" + m.String(), func(c Choices) Program { return Classical(c, m) }})
	}
	for _, k := range LargeKinds() {
		kinds = append(kinds, kind{"large-" + k.String(), func(c Choices) Program { return Large(c, k) }})
	}
	var got strings.Builder
	for _, k := range kinds {
		sum := sha256.New()
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 0))
			fmt.Fprintln(sum, k.random(r))
			fmt.Fprintln(sum, k.random(r))
			fmt.Fprintln(sum, r.Uint64())
		}
		fmt.Fprintln(sum, k.random(Bytes(nil)))
		fmt.Fprintf(&got, "%s %x %v\n", k.name, sum.Sum(nil)[:8], k.random(rand.New(rand.NewPCG(2026, 0))))
	}
	const file = "testdata/random.txt"
	if *writeRandom {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}
