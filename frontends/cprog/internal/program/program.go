// Package program turns compiled code into a program. Some things cannot be known before threads run: which
// threads arrive at which barriers, and whether the memory that they make is used in an unsupported way.
// Random trial runs find them out.
package program

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/machine"
	"dporbench/model"
)

// New turns code into a program.
func New(name string, p *code.Program, o image.Options) (*model.Program, error) {
	met, err := divide(name, p, o)
	if err != nil {
		return nil, err
	}
	pieces := met.Pieces()
	m, err := machine.Load(name, p, o, pieces)
	if err != nil {
		return nil, err
	}
	m.NameBlocks(met.Blocks)
	m.DeclareMutexes(met.Mutexes)
	m.Model.LibraryAcquires()
	m.Model.ShowBy(m.ShowValue)
	m.Model.LeaveOut(m.FindsNothing)
	if p.TakesTurns() {
		m.Model.CommutePosts()
	}
	if p.RacesLeftOut {
		m.Model.LeaveOutRaces()
	}
	if p.ReadsArguments && p.ArgumentCount == 1 {
		m.Model.Remark("main reads its arguments, and has none: give them after --")
	}
	if p.FixedRandom {
		m.Model.Remark("rand and its like return fixed numbers, from one sequence in each thread; with --nondet, each is a choice")
	}
	if p.WeakOrders {
		m.Model.NoteWeakOrders()
	}
	if len(p.WaitsOnce) > 0 && !o.Spurious {
		m.Model.Remark("spurious wakeups and failures of weak compare-and-swaps are left out (" + places(p) + "); --spurious explores them")
	}
	if o.Leaks != image.NoLeaks {
		m.Model.SetVerdict(&leaks{Image: m})
	}
	switch {
	case countsNoArrivals(p, o):
		trial, err := machine.Load(name, p, o, pieces)
		if err != nil {
			return nil, err
		}
		trial.Search = &image.Search{Barriers: map[int64][]int64{}}
		if err := tryOut(trial, barrierRuns, func() int { return trial.Search.News + trial.Own.Met() }); err != nil {
			return nil, err
		}
		m.DeclareArrivals(trial.Search.Barriers)
	case makesMemory(p):
		return (*model.Program)(m.Model), tryOut(m, memoryRuns, m.Own.Met)
	}
	return (*model.Program)(m.Model), nil
}

// places lists the first lines at which waits may end for no reason.
func places(p *code.Program) string {
	const most = 3
	var lines []string
	for _, at := range p.WaitsOnce[:min(len(p.WaitsOnce), most)] {
		lines = append(lines, p.Positions[at].String())
	}
	if len(p.WaitsOnce) > most {
		lines = append(lines, "…")
	}
	return strings.Join(lines, ", ")
}

// makesMemory reports whether threads make memory.
func makesMemory(p *code.Program) bool {
	if p.ThreadLocals > 0 || p.Uses[code.LibMalloc] || p.Uses[code.LibCalloc] || p.Uses[code.LibAlignedAlloc] {
		return true
	}
	for _, f := range p.Functions {
		if f.Shared > 0 {
			return true
		}
	}
	return false
}

// countsNoArrivals reports whether the order of arrivals at barriers may be irrelevant.
func countsNoArrivals(p *code.Program, o image.Options) bool {
	return p.Uses[code.LibBarrierWait] && (!p.BarrierResults || o.LikeGenMC)
}

// mostDivisions bounds how often memory is divided anew.
const mostDivisions = 100

// divide finds out by trial runs how memory that is accessed in several sizes has to be divided, and which mutexes lie in memory that threads
// make, and of which types that memory is.
func divide(name string, p *code.Program, o image.Options) (*image.Mixed, error) {
	mixed := image.NewMixed()
	if !p.Mixes && !makesMemory(p) {
		return mixed, nil
	}
	for n := 0; ; n++ {
		pieces := mixed.Pieces()
		trial, err := machine.Load(name, p, o, pieces)
		if err != nil {
			return nil, err
		}
		mixed.News, trial.Mixed = false, mixed
		if trial.Search = nil; p.Uses[code.LibBarrierWait] {
			trial.Search = &image.Search{Barriers: map[int64][]int64{}}
		}
		_ = tryOut(trial, memoryRuns, func() int { return trial.Own.Met() + mixed.Met() }) // an error shows again, or the exploration meets it
		if !mixed.News || n == mostDivisions {
			return mixed, nil
		}
	}
}
