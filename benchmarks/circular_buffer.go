package benchmarks

import "dporbench/model"

const slots = 10

// A producer and a consumer share a buffer and take turns by two flags, all of
// it under one mutex; a thread that finds that it is not its turn has spent one
// of its n attempts. So only the order of the 2n critical sections matters, and
// there are C(2n, n) orders.
//
// The buffer never reuses a slot: after the tenth element next is back at 0 and
// remove finds the buffer empty. With n = 10 that fails the one execution in
// which all ten elements get through; with more, a consumer that failed would
// keep the mutex and the producer would wait for it, so 10 is the largest n.
var circularBuffer = Benchmark{
	Name:     "circular-buffer",
	Doc:      "a producer and a consumer take turns at a buffer under one mutex",
	Source:   "SCTBench; Thomson, Donaldson, Betts: Concurrency Testing Using Controlled Schedulers: An Empirical Study, ACM TOPC 2(4), 2016",
	Params:   []Param{{"n", "attempts of the producer and of the consumer", 1, slots}},
	Outcomes: []model.Outcome{model.Failed},
	Build:    One(CircularBuffer),
}

// CircularBuffer builds circular-buffer(n).
func CircularBuffer(n int) *model.Program {
	p := model.NewProgram("circular-buffer")
	m := p.Mutex("m")
	send, receive := p.Var("send", 1), p.Var("receive", 0)
	value := p.Var("value", 0)
	next, first := p.Var("next", 0), p.Var("first", 0)
	buffer := p.Vars("buffer", slots, 0)

	insert := func(t *model.Thread, v int64) {
		if t.Load(next) < slots {
			t.Store(buffer[t.Load(next)], v)
			t.Store(next, (t.Load(next)+1)%slots)
		}
	}
	remove := func(t *model.Thread) int64 {
		if t.Load(next) > 0 && t.Load(first) < slots {
			t.Store(first, t.Load(first)+1)
			return t.Load(buffer[t.Load(first)-1])
		}
		return -1
	}

	producer := func(t *model.Thread) {
		for i := range int64(n) {
			t.Lock(m)
			if t.Load(send) != 0 {
				insert(t, i)
				t.Store(value, i)
				t.Store(send, 0)
				t.Store(receive, 1)
			}
			t.Unlock(m)
		}
	}
	consumer := func(t *model.Thread) {
		for range n {
			t.Lock(m)
			if t.Load(receive) != 0 {
				t.Assert(remove(t) == t.Load(value), "the element removed is the one last inserted")
				t.Store(receive, 0)
				t.Store(send, 1)
			}
			t.Unlock(m)
		}
	}
	p.Thread("main", func(t *model.Thread) {
		a, b := t.Go("producer", producer), t.Go("consumer", consumer)
		t.Join(a)
		t.Join(b)
	})
	return p
}
