package cprog

import (
	"errors"
	"math/rand/v2"

	"dporbench/model"
)

// search runs a program at random to find the scalars in the memory that its threads
// make. It always does the same: it draws from one seed and counts runs, not time.
type search struct {
	variables []model.Var // not in use yet, 0 at first
	mutexes   []model.Mutex
	locals    map[int64][]model.Var // thread-local ones that are not 0 at first, by offset
	met       map[ownPlace]*cell
	barriers  map[int64][]int64 // which threads come there, by address
	news      int               // how much has been met
}

const (
	mostOwn         = 1 << 14 // scalars in the memory that threads make
	searchRuns      = 100     // in a row that have met nothing new,
	mostSearchRuns  = 3000    // or in all,
	mostSearchSteps = 400_000 // or events in all
	searchLength    = 5000    // events of a run
	searchMutexes   = 256
	searchThreads   = 64 // with thread-local variables
)

// needsSearch reports whether threads make memory.
func (p *program) needsSearch() bool {
	if p.tls > 0 {
		return true
	}
	for f := range p.uses {
		if f == libMalloc || f == libCalloc || f == libAlignedAlloc {
			return true
		}
	}
	for _, f := range p.functions {
		if f.shared > 0 {
			return true
		}
	}
	return false
}

// countsNoArrivals reports whether the order of arrivals at barriers may make no difference.
func (p *program) countsNoArrivals(o Options) bool {
	return p.uses[libBarrierWait] && (!p.barrierResults || o.Like == GenMC)
}

// searchMemory returns what runs of the program meet.
func (m *image) searchMemory(initial map[int64]int64) (*search, error) {
	m.search = &search{
		variables: m.model.Vars("", min(m.limits.Variables, mostOwn), 0), mutexes: m.model.Mutexes("", searchMutexes),
		locals: map[int64][]model.Var{}, met: map[ownPlace]*cell{}, barriers: map[int64][]int64{},
	}
	for address, v := range initial {
		if address < firstAddress && v != 0 {
			m.search.locals[address] = m.model.Vars("", searchThreads, v)
		}
	}
	machine, err := model.NewMachine(m.model, model.Limits{MaxSteps: searchLength})
	if err != nil {
		return nil, unsupported(err)
	}
	defer machine.Close()
	random := rand.New(rand.NewPCG(1, 1))
	for runs, idle := 0, 0; runs < mostSearchRuns && idle < searchRuns && machine.Steps() < mostSearchSteps; runs++ {
		before := m.search.news
		if err := runAtRandom(machine, random, runs%2 == 1); err != nil {
			if err := unsupported(err); err != nil {
				return nil, err
			}
			if runs == 0 {
				idle = searchRuns / 2
			}
		}
		machine.Reset()
		if idle++; m.search.news > before {
			idle = 0
		}
	}
	return m.search, nil
}

// unsupported is err if the program is to be refused. A run that is too long is none.
func unsupported(err error) error {
	if _, ok := errors.AsType[*model.UsageError](err); ok {
		return err
	}
	return nil
}

// runAtRandom runs the machine to the end of an execution. A sticky scheduler changes
// the thread rarely.
func runAtRandom(m *model.Machine, random *rand.Rand, sticky bool) error {
	last := model.NoThread
	for {
		var enabled []model.ThreadID
		for t := m.NextEnabled(model.NoThread); t != model.NoThread; t = m.NextEnabled(t) {
			enabled = append(enabled, t)
		}
		if len(enabled) == 0 {
			return nil
		}
		if !sticky || last == model.NoThread || !m.Enabled(last) || random.IntN(8) == 0 {
			last = enabled[random.IntN(len(enabled))]
		}
		if n := m.Values(last); n > 1 {
			m.Choose(random.Int32N(n))
		}
		if _, err := m.Step(last); err != nil {
			return err
		}
	}
}

// meet gives a scalar that is new a variable or a mutex.
func (s *search) meet(th *thread, i *instruction, p ownPlace, t scalar, r role) *cell {
	if c, known := s.met[p]; known {
		return c
	}
	c := &cell{t: t, role: r}
	local := s.locals[p.threadLocal()]
	switch {
	case p.address&(1<<segmentShift-1) >= heapOffset && s.overlaps(p):
		th.refuse(i, "accesses of mixed sizes are not supported: of %d bytes where others access another number", p.size)
	case r == aMutex && len(s.mutexes) > 0:
		c.mutex, s.mutexes = s.mutexes[0], s.mutexes[1:]
	case len(local) > 0:
		c.variable, s.locals[p.threadLocal()] = local[0], local[1:]
	case r != aMutex && len(s.variables) > 0:
		c.variable, s.variables = s.variables[0], s.variables[1:]
	default:
		th.refuse(i, "the memory that threads make is more than %d variables", min(th.limits.Variables, mostOwn))
	}
	s.met[p] = c
	s.news++
	return c
}

// overlaps reports whether another scalar covers a byte of p.
func (s *search) overlaps(p ownPlace) bool {
	for at := p.address - 7; at < p.address+p.size; at++ {
		for _, size := range []int64{1, 2, 4, 8} {
			if other := (ownPlace{at, size}); other != p && at+size > p.address && s.met[other] != nil {
				return true
			}
		}
	}
	return false
}
