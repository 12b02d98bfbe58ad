package mark_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dporbench/linear/mark"
)

// set is a set whose operations take keys.
var set = []mark.Operation{{Name: "add", Arg: mark.Key}, {Name: "remove", Arg: mark.Key}, {Name: "contains", Arg: mark.Key}}

// canonical is a text that clients have in common if they differ only in the order of threads, and by a renaming of keys that
// keeps their order.
func canonical(threads [][]mark.Call) string {
	var keys []int
	for _, sequence := range threads {
		for _, call := range sequence {
			keys = append(keys, call.Arg)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	var all []string
	for _, sequence := range threads {
		text := ""
		for _, call := range sequence {
			text += fmt.Sprintf("%s %d;", set[call.Operation].Name, slices.Index(keys, call.Arg))
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

// every calls visit with each client that has that many calls with keys up to most, in up to that many threads.
func every(calls, most int, visit func([][]mark.Call)) {
	var extend func(threads [][]mark.Call, left int)
	extend = func(threads [][]mark.Call, left int) {
		if left == 0 {
			visit(threads)
			return
		}
		for op := range set {
			for key := 1; key <= most; key++ {
				call := mark.Call{Operation: op, Arg: key}
				if n := len(threads); n > 0 {
					longer := slices.Clone(threads)
					longer[n-1] = append(slices.Clip(longer[n-1]), call)
					extend(longer, left-1)
				}
				extend(append(slices.Clip(threads), []mark.Call{call}), left-1)
			}
		}
	}
	extend(nil, calls)
}

// TestOrderedKeys: of the clients of an object that compares keys, each is generated once, up to the order of threads and renamings
// that keep the order of keys: with add(2); add(1); contains(2), for example, an object may lose 2.
func TestOrderedKeys(t *testing.T) {
	for calls, upTo := range map[int]int{1: 3, 2: 45, 3: 820} {
		want, got := map[string]bool{}, map[string]bool{}
		every(calls, calls+1, func(threads [][]mark.Call) { want[canonical(threads)] = true })
		for threads := 1; threads <= calls; threads++ {
			for _, client := range mark.Generate(set, calls, threads) {
				if c := canonical(client); got[c] || !want[c] {
					t.Errorf("%v: generated twice, or no client", client)
				} else {
					got[c] = true
				}
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d calls: %d clients, want %d", calls, len(got), len(want))
		}
		n := 0
		for fewer := 1; fewer <= calls; fewer++ {
			for threads := 1; threads <= fewer; threads++ {
				n += len(mark.Generate(set, fewer, threads))
			}
		}
		if n != upTo {
			t.Errorf("up to %d calls: %d clients, want %d", calls, n, upTo)
		}
	}
}
