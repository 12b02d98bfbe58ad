// Package ifs explores with sleep sets and an oracle, which is asked for each event whether anything that follows
// it is unexplored. So every execution begun ends in a class that has not been visited.
//
// Source: Herbreteau, Larroze-Jardiné, Walukiewicz, Partial-Order Reduction Is Hard, CONCUR 2025. From there come the
// notion of an IFS oracle ("includes first set"), the result that sleep sets with an exact one are an optimal stateless
// algorithm, and the NP-hardness of the question. Answering it by a search that remembers its answers is ours. A dead
// end of the search counts as redundant, and its events as events, so the catalog entry does not promise to be optimal.
//
//	s, E               the state and the execution of the machine
//	first(u)           the threads whose next event may come first in a run u, up to equivalence
//	sleep(E)           a part of search.threads
//	IFS(s, B)          search.isOpen: s has a maximal run u with first(u) ⊆ B, for B the enabled threads not asleep
package ifs

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// New returns an explorer with sleep sets and an exact IFS oracle.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	s := &search{Exploration: x, answers: map[string]bool{}, histories: map[history]int32{}}
	return s.explore()
}

type search struct {
	*algos.Exploration
	nodes     []node           // those on the way to E: of the exploration, and then of the oracle
	threads   []event.ThreadID // sets of threads, one after the other: a stack
	answers   map[string]bool  // of the oracle, by state and sleep set
	key       []byte           // scratch of ask
	histories map[history]int32
	at        []int32          // by thread: the number of its history so far
	noted     []event.ThreadID // by position: the thread of the event there
	before    []int32          // by position: the number of that thread's history before the event
}

// node is the progress of a search through the events that may follow an execution. Places are in search.threads.
type node struct {
	enabled, asleep int // where the enabled threads begin and, after them, those asleep
	place           int // of the next enabled thread
	t               event.ThreadID
	value, values   int32  // of t: which of its next events is current, and how many there are; 0 if all threads are asleep so far
	below           int    // where the threads asleep after it begin
	explored        int    // events
	question        string // its key in answers; empty in a node of the exploration
}

// explore explores all continuations of E: of each node, the events after which the oracle reports that something is
// left.
func (s *search) explore() error {
	if err := s.visit(0); err != nil {
		return err
	}
	for len(s.nodes) > 0 {
		if !s.next() {
			s.leave()
			continue
		}
		if open, err := s.isOpen(); err != nil {
			return err
		} else if !open {
			continue
		}
		n := s.top()
		if n.explored++; n.explored > 1 {
			s.Machine.Choose(n.value)
			s.NotifyBranch(n.t)
		}
		if err := s.step(n.t, n.value); err != nil {
			return err
		}
		if err := s.visit(n.below); err != nil {
			return err
		}
	}
	return nil
}

// visit enters a node of the exploration.
func (s *search) visit(from int) error {
	s.enter(from, "")
	if n := s.top(); n.enabled == n.asleep {
		return s.Maximal()
	}
	return nil
}

// enter makes E a node, in which the threads from the given place on are asleep. It adds the enabled threads to the
// stack and, after them, a copy of those asleep.
func (s *search) enter(from int, question string) {
	n := node{enabled: len(s.threads), place: len(s.threads), question: question}
	s.threads = s.AppendEnabled(s.threads)
	n.asleep = len(s.threads)
	s.threads = append(s.threads, s.threads[from:n.enabled]...)
	s.nodes = append(s.nodes, n)
	algos.RaisePeak(&s.Stats.Peak.SleepEntries, len(s.threads))
	algos.RaisePeak(&s.Stats.Peak.Events, s.Machine.Len())
}

func (s *search) top() *node { return &s.nodes[len(s.nodes)-1] }

// next moves on to the next event that may follow in the last node: another one of the same thread, or one of the
// next thread that is awake. A thread falls asleep after its last one.
func (s *search) next() bool {
	n := s.top()
	if n.value++; n.value < n.values {
		return true
	}
	if n.values > 0 {
		s.threads = append(s.threads[:n.below], n.t)
	}
	for n.place < n.asleep {
		n.t = s.threads[n.place]
		n.place++
		if !s.sleeps(n.t, s.threads[n.asleep:]) {
			n.value, n.values, n.below = 0, s.Machine.Values(n.t), s.asleepAfter(n.t, n.asleep)
			return true
		}
		if n.question == "" {
			s.NotifyAsleep(n.t)
		}
	}
	return false
}

// leave leaves the last node, and takes back the event before it.
func (s *search) leave() {
	s.threads = s.threads[:s.top().enabled]
	if s.nodes = s.nodes[:len(s.nodes)-1]; len(s.noted) > 0 {
		s.undo()
	}
}

func (s *search) sleeps(t event.ThreadID, asleep []event.ThreadID) bool {
	s.Stats.Work.SleepEntries += int64(len(asleep))
	return slices.Contains(asleep, t)
}

// asleepAfter adds to the stack the threads, from the given place on, that stay asleep after the next event of t, and
// returns where they begin.
func (s *search) asleepAfter(t event.ThreadID, from int) (below int) {
	e, _ := s.Machine.Next(t)
	below = len(s.threads)
	for _, u := range s.threads[from:below] {
		if f, _ := s.Machine.Next(u); !event.Dependent(e, f) {
			s.threads = append(s.threads, u)
		}
	}
	return below
}

// step does the next event of t.
func (s *search) step(t event.ThreadID, value int32) error {
	s.Machine.Choose(value)
	s.note(t)
	_, err := s.Step(t)
	return err
}
