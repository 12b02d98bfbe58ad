package states

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// team holds everything that the workers of a search share. See the documentation of the package for why a worker may rely on states that others have completed.
type team struct {
	program   *front.Program
	ctx       context.Context
	options   Options
	visit     func(Ended) error
	judge     front.Racing    // of the program, or nil
	plain     front.Verdict   // of the program, but for histories; or nil
	historic  front.Historic  // or nil
	histories front.Histories // nil if they are not followed
	workers   []*search
	crew      behaviour.Crew
	classes   classes
	table     table // of states, or nodes of a count
	values    table // of objects; these two are numbered once for all passes
	pasts     table // see appendPast
	summaries table // of histories
	finals    table // final states that have been visited
	reduced   bool  // by persistent sets
	compared  bool  // keys are compared after the last pass
	mayRace   atomic.Bool
	stopped   atomic.Bool // a worker is done, or has failed
	turns     *turns
	larges    larges
	previous  int64 // states of the last pass that has ended, or 0
	result    Result

	visiting sync.Mutex      // of the rest, and of visit
	failed   map[string]bool // failures that have been visited
	raced    map[site]bool   // races that have been visited
}

// errStopped ends the work of a worker when another one has ended.
var errStopped = errors.New("states: another worker has ended")

// newTeam returns a team of the wanted number of workers. It must be closed.
func newTeam(ctx context.Context, of *model.Program, o Options) (*team, error) {
	p := (*front.Program)(of)
	if err := refuses(p, o); err != nil {
		return nil, err
	}
	plain, historic := verdictsOf(p)
	judge, _ := plain.(front.Racing)
	if o.Memory != memory.SC { // buffers are numbered as they are met, and flushes are not known to conflict before they are issued
		o.Full, o.Workers = true, 1
	}
	m := &team{program: p, ctx: ctx, options: o, judge: judge, plain: plain, historic: historic, failed: map[string]bool{}, raced: map[site]bool{}}
	if historic != nil {
		m.histories = historic.Histories()
	}
	m.table.exact = cmp.Or(o.MaxKeys, maxKeys)
	for n := range max(1, o.Workers) {
		w, err := machine.New(of, behaviour.Limits{Memory: o.Memory, Locals: true, Marks: true, Calls: historic != nil, TreeBudget: 1 << 30, MaxSteps: o.MaxSteps, Crew: &m.crew,
			Interrupt: func() error { return context.Cause(ctx) }})
		if err != nil {
			m.Close()
			return nil, err
		}
		m.workers = append(m.workers, &search{Machine: w, team: m, number: n, met: map[model.Outcome]bool{}})
	}
	return m, nil
}

// Close stops the machines.
func (m *team) Close() {
	for _, w := range m.workers {
		w.Machine.Close()
	}
}

// each lets all workers do something, until one of them is done with it.
func (m *team) each(do func(*search) error) error {
	m.stopped.Store(false)
	m.turns = newTurns(m.options.Turns, len(m.workers))
	if len(m.workers) == 1 {
		return do(m.workers[0])
	}
	failures := make([]error, len(m.workers))
	var all sync.WaitGroup
	for n, w := range m.workers {
		all.Go(func() {
			m.turns.await(n)
			failures[n] = do(w)
			m.stopped.Store(true)
			m.turns.leave(n)
		})
	}
	all.Wait()
	for _, err := range failures {
		if err != nil && !errors.Is(err, errStopped) {
			return err
		}
	}
	return nil
}

// decide tries with persistent sets first, unless these are not wanted.
func (m *team) decide() (Result, error) {
	if m.reduced = !m.options.Full; m.reduced && !m.options.WithoutWalks {
		if err := m.each((*search).walk); m.isInterrupted(err) {
			return m.result, nil
		} else if err != nil {
			return m.result, err
		}
	}
	for passes := 1; ; passes++ {
		m.share()
		news := m.news()
		err := m.pass()
		m.result.Passes = passes
		switch {
		case m.isInterrupted(err):
			return m.result, nil
		case errors.Is(err, errCyclic):
			m.alone()
			m.reduced = false
		case errors.Is(err, errRefuted):
		case err != nil:
			return m.result, err
		case !m.reduced && !m.followsRaces() || m.news() == news:
			return m.result, nil
		}
	}
}

// pass visits all states, from the initial one.
func (m *team) pass() error {
	cyclic := m.result.Cyclic
	m.begin()
	err := m.each((*search).pass)
	if err == nil {
		m.previous = int64(m.table.len())
	}
	m.result = Result{States: int64(m.table.len()), Doubt: m.table.doubt(), Reduced: m.reduced, Symmetric: m.workers[0].symmetry.used, Cyclic: cyclic}
	for _, w := range m.workers {
		m.result.Transitions += w.moved
		m.result.Finals += w.ended
		m.result.Cyclic = m.result.Cyclic || w.cyclic
		m.result.Doomed = m.result.Doomed || w.doomed
	}
	if err == nil && (m.mayMissRaces() || m.workers[0].takesForSymmetric()) {
		return errRefuted
	}
	return err
}

// begin begins a pass.
func (m *team) begin() {
	m.table.clear()
	m.larges.all = nil
	symmetric := m.reduced && m.program.HasSymmetry() && !m.options.WithoutSymmetry
	for _, w := range m.workers {
		w.Reset()
		w.symmetry.used = symmetric
		w.moved, w.ended, w.forecast, w.fair = 0, 0, forecast{}, nil
	}
}

// mayMissRaces reports whether races are not followed, and should be by what all workers have seen.
func (m *team) mayMissRaces() bool {
	lead := m.workers[0]
	for _, w := range m.workers[1:] {
		lead.Behaviour().Adopt(w.Behaviour())
	}
	return lead.mayMissRaces()
}

// share lets workers rely on everything that others have found out about races. Their executions become empty.
func (m *team) share() {
	lead := m.workers[0]
	for _, w := range m.workers {
		w.Reset()
	}
	if m.mayMissRaces() {
		m.mayRace.Store(true)
		for _, w := range m.workers {
			w.followRaces()
		}
	}
	if !m.followsRaces() {
		return
	}
	for range 2 { // to the first one, and back
		for _, w := range m.workers[1:] {
			lead.races.Adopt(w.races.Races)
			w.races.Adopt(lead.races.Races)
		}
	}
}

func (m *team) followsRaces() bool { return m.workers[0].races != nil }

// news grows whenever something is seen for the first time on which sets or keys depend.
func (m *team) news() int64 {
	news := m.classes.news.Load()
	if !m.followsRaces() {
		return news
	}
	news += m.classes.fewer.Load()
	if m.compared {
		news += m.classes.noted.Load() // merely makes keys equal that were different before
	}
	for _, w := range m.workers {
		news += int64(w.races.Mixed())
	}
	return news
}

// alone dismisses all workers but the first one, which takes over all that they have seen.
func (m *team) alone() {
	m.share()
	for _, w := range m.workers[1:] {
		w.Machine.Close()
	}
	m.workers = m.workers[:1]
}

// isInterrupted notes why a pass has ended early, if a limit was reached.
func (m *team) isInterrupted(err error) bool {
	endless, tooLong := errors.AsType[*behaviour.EndlessError](err)
	full, isFull := errors.AsType[*fullError](err)
	switch {
	case err == nil:
		return false
	case tooLong:
		m.result.Unknown = fmt.Sprintf("an execution has more than %d events", endless.MaxSteps)
	case isFull:
		m.result.Unknown = full.why
	case m.ctx.Err() != nil && errors.Is(err, context.Cause(m.ctx)):
		m.result.Unknown = "time is up"
	default:
		return false
	}
	return true
}

// report calls visit.
func (m *team) report(e Ended) error {
	m.visiting.Lock()
	defer m.visiting.Unlock()
	return m.visit(e)
}

// isNew reports whether it is the first call for that place of a race.
func (m *team) isNew(at site) bool { return isFirst(m, m.raced, at) }

// isNewFailure is isNew for a failure.
func (m *team) isNewFailure(text string) bool { return isFirst(m, m.failed, text) }

func isFirst[K comparable](m *team, visited map[K]bool, key K) bool {
	m.visiting.Lock()
	defer m.visiting.Unlock()
	known := visited[key]
	visited[key] = true
	return !known
}
