package objects_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks/objects"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

func property(t *testing.T, o objects.Object, q linear.Question) linear.Property {
	t.Helper()
	s, err := spec.Lookup(o.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return linear.Property{Of: map[string]porcupine.Model{"": s.Model}, Question: q, Check: s.Check}
}

// failing returns the classes of p, and whether they violate the property.
func failing(t *testing.T, p *model.Program, algorithm string, demanded linear.Property) map[string]bool {
	t.Helper()
	if err := linear.Demand(p, memory.SC, demanded); err != nil {
		t.Fatal(err)
	}
	explorer, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]bool{}
	_, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			t.Errorf("%s: %s", p.Name(), e.Failure())
		}
		classes[e.Key()] = e.Outcome() == model.NotLinearizable
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

func count(classes map[string]bool) (n int) {
	for _, fails := range classes {
		if fails {
			n++
		}
	}
	return n
}

// smallest returns the first client that fails, by the number of calls and then of threads, and its classes.
func smallest(t *testing.T, o objects.Object, mostCalls int) (objects.Client, map[string]bool) {
	for calls := 1; calls <= mostCalls; calls++ {
		for threads := 1; threads <= min(calls, 3); threads++ {
			for _, c := range objects.Clients(o, calls, threads) {
				if classes := failing(t, c.Build(), "pop", property(t, o, linear.RealTime)); count(classes) > 0 {
					return c, classes
				}
			}
		}
	}
	return objects.Client{}, nil
}

// TestObjects: correct objects have no failing client of up to three calls, and broken ones have one of up to four.
func TestObjects(t *testing.T) {
	for _, o := range objects.All() {
		calls := 3
		if o.Broken {
			calls = 4
		}
		c, classes := smallest(t, o, calls)
		if got := classes != nil; got != o.Broken {
			t.Errorf("%s: fails: %v, as listed: %v; %s", o.Name, got, o.Broken, c)
		}
		t.Log(o.Name, c.Threads, count(classes), "of", len(classes))
	}
}

// TestEvents: if calls and returns are events, which every interleaving orders, the same classes of clients fail as without
// them, once these events are left out. Full enumeration finds the classes with events.
func TestEvents(t *testing.T) {
	failed := 0
	for _, o := range objects.All() {
		for threads := 1; threads <= 3; threads++ {
			for _, c := range objects.Clients(o, max(2, threads), threads) {
				if testing.Short() && c.Calls() > 2 {
					continue
				}
				plain := c.Build()
				plain.Var("calls", 0) // so that the numbers of variables are the same
				want := failing(t, plain, "exhaustive", property(t, o, linear.RealTime))
				got := map[string]bool{}
				timed := c.Build()
				clock := int32(timed.NumVars())
				(*front.Program)(timed).TimeCalls()
				if err := linear.Demand(timed, memory.SC, property(t, o, linear.Observed)); err != nil {
					t.Fatal(err)
				}
				oracle, _ := catalog.New("exhaustive", algos.Options{})
				_, err := oracle.Explore(t.Context(), timed, func(e *model.Execution) error {
					key := plain.ClassKey(without(e.Events(), clock))
					got[key] = got[key] || e.Outcome() == model.NotLinearizable
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if !maps.Equal(got, want) {
					t.Errorf("%s: %d of %d classes fail, with events %d of %d", c, count(want), len(want), count(got), len(got))
				}
				failed += count(want)
			}
		}
	}
	if failed == 0 {
		t.Error("no class fails")
	}
}

// without leaves out the events on a variable.
func without(events []model.Event, x int32) (rest []model.Event) {
	index := map[event.ThreadID]int32{}
	for _, e := range events {
		if e.Kind.OnVariable() && e.Object == x {
			continue
		}
		index[e.Thread]++
		e.Index = index[e.Thread]
		rest = append(rest, e)
	}
	return rest
}

// TestClients: of the clients that differ only in names and the order of threads there is one.
func TestClients(t *testing.T) {
	for _, c := range []struct {
		object         string
		calls, threads int
		want           string
	}{
		{"treiber", 2, 1, "push(1); push(2)  push(1); pop  pop; push(1)  pop; pop"},
		{"treiber", 2, 2, "push(1) | push(2)  pop | push(1)  pop | pop"},
		{"lazy-list", 2, 2, "add(1) | add(1)  add(1) | add(2)  add(1) | remove(1)  add(1) | remove(2)  add(1) | contains(1)  add(1) | contains(2)  " +
			"remove(1) | remove(1)  remove(1) | remove(2)  contains(1) | remove(1)  contains(1) | remove(2)  contains(1) | contains(1)  contains(1) | contains(2)  " +
			"add(2) | contains(1)  add(2) | remove(1)  contains(2) | remove(1)"},
	} {
		o, _ := objects.Lookup(c.object)
		got := map[string]bool{}
		for _, client := range objects.Clients(o, c.calls, c.threads) {
			again, err := objects.ParseClient(client.String())
			if err != nil || fmt.Sprint(again.Threads) != fmt.Sprint(client.Threads) {
				t.Errorf("%s is read as %v, %v", client, again.Threads, err)
			}
			text := strings.TrimSuffix(strings.TrimPrefix(client.String(), c.object+"{"), "}")
			if got[text] {
				t.Errorf("%s comes twice", text)
			}
			got[text] = true
		}
		want := map[string]bool{}
		for text := range strings.SplitSeq(c.want, "  ") {
			want[text] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s, %d calls by %d threads: %v, want %v", c.object, c.calls, c.threads, got, want)
		}
	}
}

// TestParseClient: an error in a client is reported in one line.
func TestParseClient(t *testing.T) {
	for text, want := range map[string]string{
		"stack{push(1)}":       "no object",
		"treiber{push}":        "push takes a number from 1 on",
		"treiber{pop(1)}":      "pop takes nothing",
		"treiber{push(1) pop}": "must be a call like",
		"treiber{enqueue(1)}":  "has no operation",
		"treiber":              "must be like",
		"treiber{" + strings.Repeat("pop;", 40) + "pop}": "at most 32",
	} {
		if _, err := objects.ParseClient(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
