package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/tasks"
	"dporbench/model"
)

var errKilled = errors.New("killed")

// world is a server whose workers are killed at any step, and whose messages arrive twice.
type world struct {
	random  *rand.Rand
	job     *tasks.Exploration
	records map[slot][]byte
	order   [][]byte // the records in the order of their creation
	queue   map[string][]byte
	kills   int // that are left
}

// slot is where a copy of a record is stored.
type slot struct {
	id   string
	copy int
}

// mortal is a worker that may be killed before or after anything it does.
type mortal struct{ *world }

func (m mortal) maybe() error {
	if m.kills > 0 && m.random.IntN(6) == 0 {
		m.kills--
		return errKilled
	}
	return nil
}

func (m mortal) Record(_ context.Context, id string, copy int) ([]byte, error) {
	return m.records[slot{id, copy}], m.maybe()
}

func (m mortal) AddRecord(_ context.Context, id string, copy int, data []byte) (bool, error) {
	if err := m.maybe(); err != nil {
		return false, err
	}
	if m.records[slot{id, copy}] != nil {
		return false, m.maybe()
	}
	m.records[slot{id, copy}] = data
	m.order = append(m.order, data)
	return true, m.maybe()
}

func (m mortal) AddTask(_ context.Context, id string, task []byte, _ int) error {
	if err := m.maybe(); err != nil {
		return err
	}
	m.queue[id] = task // even if it has been done already
	return m.maybe()
}

// deliver lets a worker handle a task and, now and then, another one handle the same task in the middle of it.
func (w *world) deliver(task []byte, depth int) error {
	_, err := Handle(context.Background(), mortal{w}, w.job.ID(), task, func(ctx context.Context, task []byte) (tasks.Record, error) {
		e, err := tasks.NewExplorer(w.job)
		if err != nil {
			return tasks.Record{}, err
		}
		defer e.Close()
		budget := int64(1 + w.random.IntN(5))
		r, rest, err := e.Explore(ctx, task, func(s *algos.Stats) bool { return s.Executions < budget })
		r.Children = tasks.Leave(rest, 1+w.random.IntN(4))
		if depth < 3 && w.random.IntN(4) == 0 {
			if err := w.deliver(task, depth+1); err != nil && !errors.Is(err, errKilled) {
				return r, err
			}
		}
		return r, errors.Join(err, mortal{w}.maybe())
	})
	return err
}

// explore explores everything, and adds up the records in any order, some of them twice.
func (w *world) explore() (*tasks.Ledger, error) {
	root := algos.Root().Append(nil)
	w.queue[tasks.ID(w.job.ID(), root)] = root
	for len(w.queue) > 0 {
		ids := slices.Sorted(maps.Keys(w.queue))
		id := ids[w.random.IntN(len(ids))]
		task := w.queue[id]
		delete(w.queue, id)
		err := w.deliver(task, 0)
		if errors.Is(err, errKilled) || err == nil && w.kills > 0 && w.random.IntN(8) == 0 {
			w.queue[id] = task // not acknowledged
		} else if err != nil {
			return nil, err
		}
	}
	l := tasks.NewLedger(w.job.ID())
	for i, at := range w.random.Perm(len(w.order)) {
		r, err := parse(w.job.ID(), w.order[at])
		if err != nil {
			return nil, err
		}
		if l.Done() {
			return nil, fmt.Errorf("done after %d of %d records", i, len(w.order))
		}
		for range 1 + w.random.IntN(2) {
			if err := l.Add(r); err != nil {
				return nil, err
			}
		}
	}
	if aside := l.Aside(); !l.Done() || len(aside) > 0 {
		return nil, fmt.Errorf("done %v, %d records do not count", l.Done(), len(aside))
	}
	return l, keepsOrder(l)
}

// keepsOrder returns an error if the records are no longer handed out in the order in which they were added, once they have been
// listed in another one: an audit would miss some of them.
func keepsOrder(l *tasks.Ledger) error {
	before := l.CountedFrom(0)
	l.InOrder()
	for i, r := range l.CountedFrom(0) {
		if !slices.Equal(r.Task, before[i].Task) {
			return fmt.Errorf("record %d is another one after all have been sorted", i)
		}
	}
	return nil
}

// parse decodes a record of any task.
func parse(job string, data []byte) (tasks.Record, error) {
	var r struct{ Content struct{ Task []byte } }
	if err := json.Unmarshal(data, &r); err != nil {
		return tasks.Record{}, err
	}
	return tasks.ParseRecord(job, tasks.ID(job, r.Content.Task), data)
}

// TestExact: whichever workers are killed and when, the records add up to the exploration of a single worker, class by class.
func TestExact(t *testing.T) {
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	programs := 400
	if testing.Short() {
		programs = 100
	}
	hazard := "p: b=x; if b==1 { go { y=2; d=y } } | q: x=1 | r: c=z; go { x=1; y=1; e=y }"
	for i := range programs {
		text := hazard
		if i%4 > 0 {
			text = smallprog.Random(random).String()
		}
		p, err := arguments.Parse(known, []string{text})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s := explore.Defaults()
		s.Order, s.Seed = algos.Orders()[i%3], uint64(i)
		a, _ := known.Algorithm([]string{"pop", "trust", "pop", "sleepset"}[i%4])
		x, err := tasks.NewExploration(known, p, a, s)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		x.Classes = true
		want := whole(t, x)
		if want.Stats.Executions > 300 {
			continue
		}
		w := &world{random: random, job: x, records: map[slot][]byte{}, queue: map[string][]byte{}, kills: 30}
		got, err := w.explore()
		if err != nil {
			t.Fatalf("%s, %s, %v: %v", text, a.Name, s.Order, err)
		}
		checkSame(t, fmt.Sprintf("%s, %s, %v", text, a.Name, s.Order), got, want)
	}
}

// whole explores in one task.
func whole(t *testing.T, x *tasks.Exploration) *tasks.Ledger {
	t.Helper()
	e, err := tasks.NewExplorer(x)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, _, err := e.Explore(context.Background(), algos.Root().Append(nil), func(*algos.Stats) bool { return true })
	l := tasks.NewLedger(x.ID())
	if err == nil {
		err = l.Add(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func checkSame(t *testing.T, what string, got, want *tasks.Ledger) {
	t.Helper()
	g, w := got.Stats, want.Stats
	g.Peak.BehaviourNodes, w.Peak.BehaviourNodes = 0, 0
	g.Work, w.Work = algos.Work{}, algos.Work{} // it includes the work of reaching where tasks begin
	if g != w || got.Classes != want.Classes {
		t.Fatalf("%s\n\tgot  %+v, classes %v\n\twant %+v, classes %v", what, g, got.Classes, w, want.Classes)
	}
	for _, o := range []model.Outcome{model.Failed, model.Deadlocked, model.Starved} {
		g, _ := got.First(o)
		w, _ := want.First(o)
		if g.Number != w.Number {
			t.Errorf("%s: the first one is execution %d, want %d", what, g.Number, w.Number)
		}
	}
}

func TestWatch(t *testing.T) {
	w := watchTask(time.Hour, time.Hour, func() bool { return false }, func() { t.Error("extended") })
	time.Sleep(5 * least)
	if !w.goOn(&algos.Stats{}) {
		t.Error("stopped before its time")
	}
	w.end()
	extended := make(chan bool, 100)
	w = watchTask(least, 4*least, func() bool { return false }, func() { extended <- true })
	defer w.end()
	<-extended
	for w.goOn(&algos.Stats{}) {
		time.Sleep(time.Millisecond)
	}
}
