package states

import (
	"math/rand/v2"
	"slices"
)

// turns lets workers run one at a time, from one state that is stored to the next, in an order that a seed decides: so a test finds again whatever depends on
// which worker comes first.
type turns struct {
	random  *rand.Rand
	mine    []chan struct{} // by worker
	running []int
}

// newTurns returns the turns of that many workers, or nil if they run at once: for the seed 0, or where one is alone.
func newTurns(seed uint64, workers int) *turns {
	if seed == 0 || workers == 1 {
		return nil
	}
	t := &turns{random: rand.New(rand.NewPCG(seed, 0))}
	for n := range workers {
		t.mine = append(t.mine, make(chan struct{}, 1))
		t.running = append(t.running, n)
	}
	t.next()
	return t
}

// next gives somebody the next turn.
func (t *turns) next() { t.mine[t.running[t.random.IntN(len(t.running))]] <- struct{}{} }

// await waits for the next turn of a worker.
func (t *turns) await(worker int) {
	if t != nil {
		<-t.mine[worker]
	}
}

// pass ends the turn of a worker, and awaits its next one.
func (t *turns) pass(worker int) {
	if t != nil {
		t.next()
		t.await(worker)
	}
}

// leave ends the turns of a worker.
func (t *turns) leave(worker int) {
	if t == nil {
		return
	}
	t.running = slices.DeleteFunc(t.running, func(n int) bool { return n == worker })
	if len(t.running) > 0 {
		t.next()
	}
}
