package benchmarks

import "dporbench/model"

const rounds = 4

// n threads each set one element of an array. In four rounds one thread chooses
// an element while another takes the element chosen so far and, if it is set,
// clears it and counts it. Finally main counts the elements still set, so that
// every one has been counted.
var poke = Benchmark{
	Name:   "poke",
	Doc:    "threads set elements of an array while others choose and clear some of them",
	Source: "Nguyen, Rodríguez, Sousa, Coti, Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018",
	Params: []Param{{"n", "number of elements, and of threads that set one", 1, ample}},
	Build:  One(Poke),
}

// Poke builds poke(n).
func Poke(n int) *model.Program {
	p := model.NewProgram("poke")
	ma, mi := p.Mutexes("ma", n), p.Mutex("mi")
	a := p.Vars("a", n, 0)
	i, d := p.Var("i", 0), p.Var("d", 0)

	choice := func(t *model.Thread) {
		for x := int64(1); x < int64(n); x++ {
			t.Lock(mi)
			t.Store(i, x)
			t.Unlock(mi)
		}
	}
	ra := func(t *model.Thread) {
		t.Lock(mi)
		s := t.Load(i)
		t.Unlock(mi)
		t.Lock(ma[s])
		if t.Load(a[s]) == 1 {
			t.Store(d, t.Load(d)+1)
			t.Store(a[s], 0)
		}
		t.Unlock(ma[s])
	}
	p.Thread("main", func(t *model.Thread) {
		var setters []model.Child
		for id := range n {
			setters = append(setters, t.Go("wa", func(t *model.Thread) {
				t.Lock(ma[id])
				t.Store(a[id], 1)
				t.Unlock(ma[id])
			}))
		}
		for range rounds {
			c, r := t.Go("choice", choice), t.Go("ra", ra)
			t.Join(c)
			t.Join(r)
		}
		t.Assert(t.Load(d) >= 0, "d is not negative")
		t.Assert(t.Load(d) <= int64(n), "no element is counted twice")
		for _, w := range setters {
			t.Join(w)
		}
		for x := range n {
			if t.Load(a[x]) != 0 {
				t.Store(d, t.Load(d)+1)
			}
		}
		t.Assert(t.Load(d) == int64(n), "every element is counted")
	})
	return p
}
