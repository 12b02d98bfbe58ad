package linear

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/anishathalye/porcupine"
)

// naive is the definition: whether some of the operations, including all that have returned, can be put into an order that extends the
// partial one and that m allows.
func (h History) naive(m porcupine.Model) bool {
	m = porcupine.Model{Init: m.Init, Step: m.Step}
	var extend func(order []int, state any) bool
	extend = func(order []int, state any) bool {
		missing := false
		for i, op := range h.Operations {
			missing = missing || op.Returned && !slices.Contains(order, i)
		}
		if !missing {
			return true
		}
		for i, op := range h.Operations {
			ready := !slices.Contains(order, i)
			for j := range h.Operations {
				ready = ready && (!h.Before.Before(j, i) || slices.Contains(order, j))
			}
			if !ready {
				continue
			}
			if ok, after := m.Step(state, op.Input, op.output()); ok && extend(append(slices.Clone(order), i), after) {
				return true
			}
		}
		return false
	}
	return extend(nil, m.Init())
}

// tried returns the number of random histories to try: LINEAR_HISTORIES, or some hundreds.
func tried(t *testing.T) (n int, r *rand.Rand) {
	n, seed := 500, uint64(1)
	for name, target := range map[string]func(uint64){"LINEAR_HISTORIES": func(v uint64) { n = int(v) }, "LINEAR_SEED": func(v uint64) { seed = v }} {
		if text := os.Getenv(name); text != "" {
			v, err := strconv.ParseUint(text, 10, 62)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			target(v)
		}
	}
	return n, rand.New(rand.NewPCG(seed, 0))
}

// register and queue are specifications written independently of package spec.
var register = porcupine.Model{
	Init: func() any { return int64(0) },
	Step: func(state, input, output any) (bool, any) {
		in, out := input.(Input), output.(Output)
		if in.Name == "write" {
			return true, in.Args[0]
		}
		return out == nil || out[0] == state.(int64), state
	},
}

// A queue is the decimal digits of its values. A dequeue needs a value.
var queue = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		in, out, s := input.(Input), output.(Output), state.(string)
		if in.Name == "write" {
			return true, s + strconv.FormatInt(in.Args[0], 10)
		}
		if s == "" {
			return false, s
		}
		return out == nil || strconv.FormatInt(out[0], 10) == s[:1], s[1:]
	},
}

// randomOperations returns up to five operations, all of a register or all of a queue, and the specification.
func randomOperations(r *rand.Rand) (all []Operation, m porcupine.Model) {
	for i := range 1 + r.IntN(5) {
		op := Operation{Input: Input{Name: "write", Args: []int64{r.Int64N(3)}}, Output: Output{}, Returned: true}
		if r.IntN(2) == 0 {
			op.Input, op.Output = Input{Name: "read"}, Output{r.Int64N(3)}
		}
		if r.IntN(6) == 0 {
			op.Returned, op.Output = false, nil
		}
		op.By = strconv.Itoa(i)
		all = append(all, op)
	}
	if r.IntN(2) == 0 {
		return all, register
	}
	return all, queue
}

// randomOrder returns a random partial order of n things.
func randomOrder(r *rand.Rand, n int, may func(i, j int) bool) Order {
	o, density := make(Order, n), r.Float64()*r.Float64()
	for j := range n {
		for i := range j {
			if may(i, j) && r.Float64() < density {
				o[j] |= o[i] | 1<<i
			}
		}
	}
	return o
}

// TestHistories: both decision procedures find exactly those random small histories linearizable that are so by the definition.
func TestHistories(t *testing.T) {
	n, r := tried(t)
	counts := map[[2]bool]int{}
	for range n {
		ops, m := randomOperations(r)
		h := History{ops, randomOrder(r, len(ops), func(i, _ int) bool { return ops[i].Returned })}
		want := h.naive(m)
		if got := h.Linearizable(m); got != want {
			t.Fatalf("%v with order %b: %v, by the definition %v", ops, h.Before, got, want)
		}
		if got := h.search(forgiving(m)); got != want {
			t.Fatalf("%v with order %b: the search says %v, the definition %v", ops, h.Before, got, want)
		}
		counts[[2]bool{h.Before.IsInterval(), want}]++
	}
	for _, is := range []bool{false, true} {
		if counts[[2]bool{is, true}] == 0 || counts[[2]bool{is, false}] == 0 {
			t.Errorf("of %d histories: %v (interval order, linearizable): too few of a kind to mean anything", n, counts)
		}
	}
	t.Logf("%d histories by (interval order, linearizable): %v", n, counts)
}

// randomPoints returns beginnings and ends of operations, and an order that some interleavings have.
func randomPoints(r *rand.Rand, ops []Operation) (points []point, before Order) {
	for i, op := range ops {
		if op.Returned && r.IntN(4) == 0 {
			points = append(points, point{operation: i, begin: true, end: true})
			continue
		}
		points = append(points, point{operation: i, begin: true})
		if op.Returned {
			points = append(points, point{operation: i, end: true})
		}
	}
	// They are in no particular order, except within one operation.
	r.Shuffle(len(points), func(i, j int) {
		if points[i].operation != points[j].operation {
			points[i], points[j] = points[j], points[i]
		}
	})
	seen := map[int]bool{}
	for i := range points {
		if p := &points[i]; !(p.begin && p.end) {
			p.begin, p.end = !seen[p.operation], seen[p.operation]
			seen[p.operation] = true
		}
	}
	before = make(Order, len(points))
	density := r.Float64() * r.Float64()
	for j := range points {
		for i := range j {
			if points[i].operation == points[j].operation || r.Float64() < density {
				before[j] |= before[i] | 1<<i
			}
		}
	}
	return points, before
}

// naiveInterleavings reports whether the definition allows the history of every interleaving of points.
func naiveInterleavings(m porcupine.Model, ops []Operation, points []point, before Order) bool {
	var extend func(past uint64, f *Failing) bool
	extend = func(past uint64, f *Failing) bool {
		complete := true
		for i, p := range points {
			if past>>i&1 != 0 {
				continue
			}
			complete = false
			if before[i]&^past != 0 {
				continue
			}
			next := &Failing{History: History{ops, slices.Clone(f.Before)}, Steps: slices.Clone(f.Steps)}
			if p.begin {
				for _, step := range f.Steps {
					if step < 0 {
						next.Before.set(-1-step, p.operation)
					}
				}
				next.Steps = append(next.Steps, p.operation)
			}
			if p.end {
				next.Steps = append(next.Steps, -1-p.operation)
			}
			if !extend(past|1<<i, next) {
				return false
			}
		}
		return !complete || f.naive(m)
	}
	return extend(0, &Failing{History: History{ops, make(Order, len(ops))}})
}

// TestInterleavings: an interleaving is found exactly if one is not linearizable, and the one found is not.
func TestInterleavings(t *testing.T) {
	n, r := tried(t)
	counts := map[bool]int{}
	for range n {
		ops, m := randomOperations(r)
		points, before := randomPoints(r, ops)
		want := naiveInterleavings(m, ops, points, before)
		s := interleavings{operations: ops, points: points, before: before, m: forgiving(m)}
		path := s.bad()
		if s.same() && !want {
			t.Fatalf("%v, points %v with order %b: one order is said to explain all interleavings", ops, points, before)
		}
		if got := path == nil; got != want {
			t.Fatalf("%v, points %v with order %b: all interleavings are linearizable: %v, by the definition %v", ops, points, before, got, want)
		}
		counts[want]++
		if path == nil {
			continue
		}
		f := &Failing{History: History{Operations: ops}}
		f.follow(problem{History: f.History, points: points, before: before}, path)
		if f.naive(m) || f.Linearizable(m) {
			t.Fatalf("%v: the interleaving %v is linearizable", ops, f)
		}
	}
	if counts[true] == 0 || counts[false] == 0 {
		t.Errorf("%v", counts)
	}
	t.Logf("%d classes by whether all interleavings are linearizable: %v", n, counts)
}
