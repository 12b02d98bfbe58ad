package primitives

import (
	"fmt"

	"dporbench/model"
	"dporbench/model/guarded"
)

// Barrier lets its participants continue when all of them have arrived, round after
// round. Arrivals of one round are independent, so a round by itself has one class,
// however many participants there are.
type Barrier struct {
	name    string
	arrived [2][]model.Var // for alternate rounds, one for each participant
}

// NewBarrier declares a barrier for that many participants, numbered from 0.
func NewBarrier(p *model.Program, name string, participants int) *Barrier {
	b := &Barrier{name: name}
	for turn := range b.arrived {
		b.arrived[turn] = p.Vars(fmt.Sprintf("%s.%d", name, turn), participants, 0)
	}
	return b
}

// Participant is a thread that waits at a Barrier.
type Participant struct {
	barrier *Barrier
	number  int
	round   int64
}

// Participant returns the participant with that number, for the calling thread. Each
// number belongs to one thread.
func (b *Barrier) Participant(t *model.Thread, number int) *Participant {
	n := len(b.arrived[0])
	t.Assert(number >= 0 && number < n, fmt.Sprintf("participant %d of barrier %s: it has only %d, numbered from 0", number, b.name, n))
	return &Participant{barrier: b, number: number}
}

// Wait arrives, and waits until all participants have arrived for this round.
func (w *Participant) Wait(t *model.Thread) {
	w.round++
	arrived := w.barrier.arrived[guarded.BarrierTurn(w.round)]
	before := t.Swap(arrived[w.number], w.round)
	t.Assert(before == max(0, w.round-2), fmt.Sprintf("participant %d of barrier %s is more than one thread", w.number, w.barrier.name))
	await := guarded.AwaitArrival(w.round)
	for i, x := range arrived {
		if i != w.number {
			t.Note(fmt.Sprintf("%s %d at %s", await.Text, i, w.barrier.name), nil)
			t.Await(x, await.Enabled)
		}
	}
}
