package cprog

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/lineage"
)

// Threads that arrive at a barrier need not do so in an order: nobody can tell, unless
// pthread_barrier_wait tells one of them, the last, that it is. Where no result of it is
// used, and as many threads ever come to a barrier as take part in a round, each of them
// has two variables there, used in turns, with the number of the round for which it has
// arrived; it writes one, and waits for those of the others.
// Otherwise arrivals are counted.

// arrivals are the variables of a barrier.
type arrivals struct {
	threads []int64        // segments of those that come there, in order
	turns   [2][]model.Var // for each of them
}

// barrierWait arrives, and waits until all of the round have. The first or, where
// arrivals are counted, the last of a round is told that it is special.
func (th *thread) barrierWait(i *instruction, at int64) int64 {
	n := th.load(i, at+participants, member)
	if n <= 0 {
		th.fail(i, "wait at a barrier that is not initialised")
	}
	th.changes.note()
	switch a := th.barriers[at]; {
	case th.search != nil:
		th.search.arrives(at, th.segment)
	case a != nil && int64(len(a.threads)) == n:
		return th.arrive(i, at, a)
	}
	return th.count(i, at, n)
}

// arrive is for a barrier to which as many threads come as take part in a round.
func (th *thread) arrive(i *instruction, at int64, a *arrivals) int64 {
	own, ok := slices.BinarySearch(a.threads, th.segment)
	if !ok {
		th.refuse(i, "a thread comes to a barrier to which it has come in no trial run")
	}
	if th.rounds == nil {
		th.rounds = map[int64]int64{}
	}
	th.rounds[at]++
	round := th.rounds[at]
	turn := a.turns[round%2]
	th.model.Store(turn[own], round)
	for k, x := range turn {
		if k != own {
			th.model.Note(fmt.Sprintf("wait for %s at a barrier", lineage.Text("main", a.threads[k])), nil)
			th.model.Await(x, func(v int64) bool { return v >= round })
		}
	}
	if own == 0 {
		return serialThread
	}
	return 0
}

// count is for all other barriers.
func (th *thread) count(i *instruction, at, n int64) int64 {
	counter := th.cell(i, at+arrived, member)
	before := th.model.Fetch(counter.variable, model.FetchAdd, 1)
	if (before+1)%n == 0 {
		return serialThread
	}
	round := (before/n + 1) * n
	th.model.Await(counter.variable, func(v int64) bool { return v >= round })
	return 0
}

// arrives notes that a thread comes to a barrier.
func (s *search) arrives(at, segment int64) {
	i, known := slices.BinarySearch(s.barriers[at], segment)
	if !known {
		s.barriers[at] = slices.Insert(s.barriers[at], i, segment)
		s.news++
	}
}

// declareArrivals makes the variables of barriers at which the search has met threads.
func (m *image) declareArrivals(met map[int64][]int64) {
	m.barriers = map[int64]*arrivals{}
	for _, at := range sortedKeys(met) {
		a := &arrivals{threads: met[at]}
		for turn := range a.turns {
			for _, segment := range a.threads {
				a.turns[turn] = append(a.turns[turn], m.model.Var(fmt.Sprintf("%s.%s.%d", m.nameAt(at), lineage.Text("main", segment), turn), 0))
			}
		}
		m.barriers[at] = a
	}
}

func sortedKeys(of map[int64][]int64) (keys []int64) {
	for at := range of {
		keys = append(keys, at)
	}
	slices.Sort(keys)
	return keys
}

// nameAt is the name of what lies at address.
func (m *image) nameAt(address int64) string {
	if address>>segmentShift != 0 {
		return ownPlace{address, 0}.String()
	}
	var last *global
	for _, g := range m.globals {
		if !g.threadLocal && g.address <= address && (last == nil || g.address > last.address) {
			last = g
		}
	}
	if last == nil || last.address == address {
		return last.name
	}
	return fmt.Sprintf("%s+%d", last.name, address-last.address)
}
