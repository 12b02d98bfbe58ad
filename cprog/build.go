package cprog

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/lineage"
)

// image is a program as its threads see it. It does not change.
type image struct {
	*program
	options Options
	lines   []string // by position, as people see them
	limits  Limits
	model   *model.Program
	cells   []cell  // the scalars of the globals
	at      []int32 // for each byte of the globals, 1 + the index of the cell that begins there
	own     ownMemory
	search  *search // while the barriers are looked for
	// barriers are those whose arrivals do not depend on each other, by address.
	barriers map[int64]*arrivals
	locals   []byte // what the private thread-local memory of a thread is at first,
	// and what the other thread-local variables are, by offset
	localValues map[int64]int64
}

// cell is a scalar in memory: a variable or a mutex of the model.
type cell struct {
	t        scalar
	role     role
	variable model.Var
	mutex    model.Mutex
}

func build(name string, p *program, o Options) (*model.Program, error) {
	m, err := newImage(name, p, o)
	if err != nil {
		return nil, err
	}
	switch {
	case p.countsNoArrivals(o):
		trial, err := newImage(name, p, o)
		if err != nil {
			return nil, err
		}
		trial.search = &search{barriers: map[int64][]int64{}}
		if err := trial.tryOut(barrierRuns, func() int { return trial.search.news + trial.own.met() }); err != nil {
			return nil, err
		}
		m.declareArrivals(trial.search.barriers)
	case p.makesMemory():
		return m.model, m.tryOut(memoryRuns, m.own.met)
	}
	return m.model, nil
}

func newImage(name string, p *program, o Options) (*image, error) {
	m := &image{program: p, options: o, limits: o.Limits.orDefaults(), model: model.NewProgram(name), own: ownMemory{cells: map[ownPlace]*cell{}}}
	if bytes := p.bytes - firstAddress + p.locals; bytes > int64(m.limits.Memory) {
		return nil, fmt.Errorf("%s: the globals are %d bytes, more than %d", name, bytes, m.limits.Memory)
	}
	for _, p := range p.positions {
		m.lines = append(m.lines, fmt.Sprintf("%s:%d", p.file, p.line))
	}
	initial, err := m.initialValues()
	if err != nil {
		return nil, err
	}
	if err := m.declare(name, initial); err != nil {
		return nil, err
	}
	m.localValues = initial
	m.model.AssumeIsolated()
	m.model.RepeatBodies()
	m.model.Thread("main", func(t *model.Thread) { m.start(t, lineage.Root, nil, p.main, 0, 0, 0) })
	return m, nil
}

// declare makes a variable or a mutex of each scalar of the globals.
func (m *image) declare(name string, initial map[int64]int64) error {
	m.at = make([]int32, m.bytes-firstAddress)
	for _, g := range m.globals {
		if g.threadLocal {
			continue
		}
		for _, l := range g.layout {
			c := cell{t: l.t, role: l.role}
			if l.role == aMutex && m.uses[libTryLock] {
				c.role = aTryMutex
			}
			if c.role == aMutex {
				c.mutex = m.model.Mutex(g.name + l.name)
			} else {
				c.variable = m.model.Var(g.name+l.name, initial[g.address+l.offset])
			}
			m.cells = append(m.cells, c)
			if len(m.cells) > m.limits.Variables {
				return fmt.Errorf("%s: the globals are more than %d variables", name, m.limits.Variables)
			}
			m.at[g.address+l.offset-firstAddress] = int32(len(m.cells))
		}
	}
	return nil
}

// initialValues are what the initialisers store in the globals, by address.
func (m *image) initialValues() (values map[int64]int64, err error) {
	th := &thread{image: m, initial: map[int64]int64{}, private: make([]byte, m.program.locals), top: m.program.locals}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			values, err = nil, e
		}
	}()
	i := slices.IndexFunc(m.functions, func(f *function) bool { return f.name == initFunction })
	th.run(m.functions[i], nil)
	m.locals = th.private[:m.program.locals]
	return th.initial, nil
}
