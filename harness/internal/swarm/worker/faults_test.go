package worker

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/tasks"
)

// mostSent is the number of messages after which a swarm is taken to be stuck.
const mostSent = 5_000

// smallSwarms are the explorations in which each message has each fault.
var smallSwarms = []struct{ program, algorithm string }{
	{"p: x=1; a=y | q: y=1; b=x", "pop"},
	{"p: x=1 | q: x=2 | r: a=x; b=x", "pop"},
	{"p: a=x; y=1 | q: x=1; b=y | r: x=2; c=y", "trust"},
	{"p: x=1; y=1 | q: y=2; x=2; a=y", "sleepset"},
}

const schedules = 3 // of each

// simulate runs a swarm. The same seed makes the same swarm up to the fault.
func (s *simulated) simulate(seed uint64) {
	s.random, s.records = rand.New(rand.NewPCG(seed, 0)), map[slot][]byte{}
	s.accountsAnew()
	root := algos.Root().Append(nil)
	id := tasks.ID(s.job.ID(), root)
	s.queue = []*queued{{fmt.Sprint(id, 0), id, root}}
	s.spawn(func() { s.work(1) })
	s.spawn(func() { s.work(2) })
	s.spawn(s.coordinate)
	for len(s.actors) > 0 {
		if len(s.sent) > mostSent {
			s.err = fmt.Errorf("not over after %d messages", mostSent)
			return
		}
		i := s.random.IntN(len(s.actors))
		s.current = s.actors[i]
		s.current.turn <- true
		if !<-s.current.done {
			s.actors = slices.Delete(s.actors, i, i+1)
		}
		s.doDue(false)
	}
}

// accountsAnew starts the coordinator, again.
func (s *simulated) accountsAnew() {
	s.read = 0
	if s.naive {
		s.accounts = newNaive(s.job.ID())
		return
	}
	s.attempt++
	b := newBooks(s.job.ID(), func(message string) { s.told = append(s.told, message) })
	b.attempt = 1000 * s.attempt
	s.accounts = b
}

// faultTable counts, for each kind of message and fault, how the swarms ended.
type faultTable [messages][faults]struct{ exact, told, errors, wrong int }

// tryFaults has each fault of each message of those kinds happen once, in that many schedules.
func tryFaults(t *testing.T, naive bool, schedules uint64, kinds ...message) (table faultTable) {
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, small := range smallSwarms {
		x := smallExploration(t, known, small.program, small.algorithm)
		want := whole(t, x)
		for seed := range schedules {
			sound := &simulated{job: x, naive: naive}
			sound.simulate(seed)
			if got, err := sound.ended(want); got != want.Stats.Executions || err != nil {
				t.Fatalf("%s without a fault: %d executions, %v", small.program, got, err)
			}
			for i, m := range sound.sent {
				if !slices.Contains(kinds, m) {
					continue
				}
				for _, f := range possible[m] {
					for _, restart := range []bool{false, true} {
						s := &simulated{job: x, naive: naive, at: i + 1, fault: f, restart: restart}
						s.simulate(seed)
						got, err := s.ended(want)
						cell := &table[m][f]
						switch {
						case err != nil:
							cell.errors++
							if !naive {
								t.Errorf("%s, seed %d: message %d, %s, %s: %v", small.program, seed, i+1, messageNames[m], faultNames[f], err)
							}
						case got != want.Stats.Executions:
							cell.wrong++
						case len(s.told) > 0:
							cell.told++
						default:
							cell.exact++
						}
					}
				}
			}
		}
	}
	return table
}

func smallExploration(t *testing.T, known *program.Registry, text, algorithm string) *tasks.Exploration {
	t.Helper()
	p, err := arguments.Parse(known, []string{text})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := known.Algorithm(algorithm)
	x, err := tasks.NewExploration(known, p, a, explore.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	x.Classes = true
	return x
}

// ended returns the number of executions that the swarm has counted. It is -1 if the classes are not the wanted ones.
func (s *simulated) ended(want *tasks.Ledger) (executions int64, err error) {
	if s.err != nil {
		return 0, s.err
	}
	l := s.ledger()
	if l.Classes != want.Classes {
		return -1, nil
	}
	return l.Stats.Executions, nil
}

func (s *simulated) ledger() *tasks.Ledger {
	if n, ok := s.accounts.(*naive); ok {
		return &n.sum
	}
	return s.accounts.(*books).ledger
}

// TestEveryFault: whichever message of a small swarm is lost, repeated, delayed or damaged, and whichever is lost from
// the store afterwards, the total is the same as a single worker's. docs/many-machines.md has the table.
func TestEveryFault(t *testing.T) {
	n := uint64(schedules)
	if testing.Short() {
		n = 1
	}
	table := tryFaults(t, false, n, taskPut, taskDelivered, taskAcknowledged, recordStored, recordRead, recordAnnounced)
	for m, row := range table {
		for f, cell := range row {
			if cell.wrong > 0 {
				t.Errorf("%s, %s: %d wrong totals", messageNames[m], faultNames[f], cell.wrong)
			}
		}
	}
	if testing.Short() {
		return
	}
	text := table.String()
	t.Log("\n" + text)
	const path = "../../../../docs/many-machines.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), text) {
		t.Errorf("%s has another table than\n%s", path, text)
	}
}

// String formats the table in Markdown.
func (t faultTable) String() string {
	var b strings.Builder
	b.WriteString("| one message |")
	for _, name := range faultNames {
		fmt.Fprintf(&b, " %s |", name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", int(faults)) + "\n")
	for m, row := range t {
		fmt.Fprintf(&b, "| %s |", messageNames[m])
		for _, cell := range row {
			switch n := cell.exact + cell.told + cell.errors + cell.wrong; {
			case n == 0:
				b.WriteString("  |")
			case cell.told > 0:
				fmt.Fprintf(&b, " %d, %d with a message |", n, cell.told)
			default:
				fmt.Fprintf(&b, " %d |", n)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestNumbersAreNotEnough: the same faults give wrong totals if the coordinator only compares the numbers of created tasks and of records.
func TestNumbersAreNotEnough(t *testing.T) {
	table := tryFaults(t, true, schedules, recordStored)
	if wrong := table[recordStored][vanished].wrong; wrong == 0 {
		t.Error("no record that vanishes makes a total wrong: the faults are too weak")
	} else {
		t.Logf("%d wrong totals", wrong)
	}
}

// naive is a coordinator that counts all records, and is done when there are as many as created tasks.
type naive struct {
	job      string
	created  int
	waiting  map[string][]byte
	recorded map[string]bool
	sum      tasks.Ledger // its sums only
}

func newNaive(job string) *naive {
	return &naive{job: job, created: 1, waiting: tasks.NewLedger(job).Waiting(), recorded: map[string]bool{}}
}

func (n *naive) Take(id string, data []byte) (all bool, err error) {
	r, err := tasks.ParseRecord(n.job, id, data)
	if err != nil {
		return false, err
	}
	if n.recorded[id] {
		return false, nil
	}
	n.recorded[id] = true
	delete(n.waiting, id)
	for _, child := range r.Children {
		n.created++
		if id := tasks.ID(n.job, child); !n.recorded[id] {
			n.waiting[id] = child
		}
	}
	n.sum.Stats.Add(r.Stats)
	n.sum.Classes.Add(r.Classes)
	if len(n.waiting) == 0 && n.created != len(n.recorded) {
		return false, fmt.Errorf("there are %d records of %d tasks", len(n.recorded), n.created)
	}
	return len(n.waiting) == 0, nil
}

func (n *naive) again(ctx context.Context, s Store) (bool, error) {
	for _, id := range slices.Sorted(maps.Keys(n.waiting)) {
		if err := s.AddTask(ctx, id, n.waiting[id], 1); err != nil {
			return false, err
		}
	}
	return false, nil
}
