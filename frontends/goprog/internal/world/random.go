package world

import (
	"math"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
)

// Random numbers are choices. Below a small bound each number is one; otherwise there is a sample: the least number, one in the middle, and the largest.
// Permutations of a few elements are all tried; of more, three. A source with a seed has the numbers that it has in Go.

const (
	mostChoices = 64 // that a random number may be
	mostOrdered = 4  // elements of which all orders are tried
)

// oneOf returns one of several values.
func oneOf(all ...value) native {
	return func(th *thread, _ []value) value {
		th.Gen.Model.NoteSample()
		return all[th.Choose(len(all))]
	}
}

func integers(ns ...int64) native {
	var all []value
	for _, n := range ns {
		all = append(all, value{N: n})
	}
	return oneOf(all...)
}

func floats(fs ...float64) native {
	var all []value
	for _, f := range fs {
		all = append(all, memory.Float(f))
	}
	return oneOf(all...)
}

// below returns a number below the first argument.
func below(name string) native {
	return func(th *thread, a []value) value {
		switch n := a[0].N; {
		case n <= 0:
			th.Panic("invalid argument to %s", name)
		case n > mostChoices:
			return integers(0, n/2, n-1)(th, nil)
		}
		return value{N: th.Choose(int(a[0].N))}
	}
}

// order returns an order of n elements.
func order(th *thread, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n <= mostOrdered {
		for i := n - 1; i > 0; i-- {
			j := th.Choose(i + 1)
			all[i], all[j] = all[j], all[i]
		}
		return all
	}
	th.Gen.Model.NoteSample()
	switch th.Choose(3) {
	case 1:
		slices.Reverse(all)
	case 2:
		all = append(all[1:], all[0])
	}
	return all
}

func random() map[string]native {
	permuted := func(th *thread, a []value) value {
		if a[0].N < 0 {
			th.Panic("invalid argument to Perm")
		}
		var all []value
		for _, i := range order(th, int(a[0].N)) {
			all = append(all, value{N: int64(i)})
		}
		return th.SliceWith("permutation", th.Gen.Layouts.Of(intType), all...)
	}
	// shuffled reaches the order by swaps.
	shuffled := func(th *thread, a []value) value {
		f, _ := a[1].R.(*memory.Closure)
		want, n := order(th, int(a[0].N)), int(a[0].N)
		now := make([]int, n)
		for i := range now {
			now[i] = i
		}
		for i := range n {
			if j := slices.Index(now, want[i]); j != i {
				now[i], now[j] = now[j], now[i]
				th.Call(f, []value{{N: int64(i)}, {N: int64(j)}})
			}
		}
		return value{}
	}
	largest := math.Nextafter(1, 0)
	m := map[string]native{
		"math/rand.Seed": nothing, "math/rand/v2.N": below("N"),
		"math/rand.Float64": floats(0, 0.5, largest), "math/rand.Float32": floats(0, 0.5, float64(math.Nextafter32(1, 0))),
		"math/rand.ExpFloat64": floats(0, 1), "math/rand.NormFloat64": floats(-1, 0, 1),
		"math/rand.Perm": permuted, "math/rand.Shuffle": shuffled,
		"math/rand.Int": integers(0, 1<<62, math.MaxInt64), "math/rand.Int63": integers(0, 1<<62, math.MaxInt64), "math/rand.Int31": integers(0, 1<<30, math.MaxInt32),
		"math/rand.Uint32": integers(0, 1<<31, math.MaxUint32), "math/rand.Uint64": integers(0, math.MinInt64, -1),
		"math/rand.Read":            fill,
		"math/rand.runtime_rand":    func(th *thread, _ []value) value { return bits(th) },
		"math/rand/v2.runtime_rand": func(th *thread, _ []value) value { return bits(th) },
	}
	for of, in := range map[string]string{
		"Float64": "Float64", "Float32": "Float32", "ExpFloat64": "ExpFloat64", "NormFloat64": "NormFloat64", "Perm": "Perm", "Shuffle": "Shuffle", "Int": "Int", "Int64": "Int63",
		"Int32": "Int31", "Uint32": "Uint32", "Uint64": "Uint64", "Uint": "Uint64",
	} {
		m["math/rand/v2."+of] = m["math/rand."+in]
	}
	for _, name := range []string{"Intn", "Int63n", "Int31n"} {
		m["math/rand."+name] = below(name)
	}
	for _, name := range []string{"IntN", "Int64N", "Int32N", "UintN", "Uint64N", "Uint32N"} {
		m["math/rand/v2."+name] = below(name)
	}
	return m
}

// bits returns 64 random bits; see [machine.Thread.RandomBits].
func bits(th *thread) value {
	th.Gen.Model.NoteSample()
	low := th.RandomBits()
	if low == 0 || low == math.MaxUint32 {
		return value{N: low<<32 | low}
	}
	return value{N: int64(event.Mix(uint64(low), 1))}
}

// fill fills a slice of bytes with the same numbers in each execution.
func fill(th *thread, a []value) value {
	s, elem := machine.SliceOf(a[0]), th.Gen.Layouts.Of(byteType)
	for i := range s.Len {
		th.Store(machine.At(s, i, elem), elem, value{N: th.Noise() & 0xff})
	}
	return memory.Tuple(value{N: s.Len}, value{})
}

// secrets are the functions of crypto/rand. Nobody waits for a certain secret, so they are no choices.
func secrets() map[string]native {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	return map[string]native{
		"crypto/rand.Read": fill,
		"crypto/rand.Text": func(th *thread, _ []value) value {
			text := make([]byte, 26)
			for i := range text {
				text[i] = letters[th.Noise()%int64(len(letters))]
			}
			return memory.String(string(text))
		},
		"(crypto/internal/rand.reader).Read": func(th *thread, a []value) value { return fill(th, a[1:]) },
	}
}
