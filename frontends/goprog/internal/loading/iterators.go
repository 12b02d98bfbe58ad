package loading

// iterators is the text of package iter as it is executed.
const iterators = `// Package iter, with goroutines in place of the runtime's coroutines.
package iter

// Seq and Seq2 are iterators over single values and over pairs.
type (
	Seq[V any]     func(yield func(V) bool)
	Seq2[K, V any] func(yield func(K, V) bool)
)

// Pull returns functions that return the next value of seq, and end it.
func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	pairs, stop := Pull2(func(yield func(V, struct{}) bool) {
		seq(func(v V) bool { return yield(v, struct{}{}) })
	})
	next = func() (V, bool) {
		v, _, ok := pairs()
		return v, ok
	}
	return next, stop
}

type answer[K, V any] struct {
	k     K
	v     V
	done  bool
	panic any
}

// Pull2 is Pull for pairs.
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	asks, answers := make(chan bool, 1), make(chan answer[K, V], 1)
	begun, done := false, false
	run := func() {
		if !<-asks {
			answers <- answer[K, V]{done: true}
			return
		}
		last := answer[K, V]{done: true}
		defer func() {
			last.panic = recover()
			answers <- last
		}()
		seq(func(k K, v V) bool {
			answers <- answer[K, V]{k: k, v: v}
			return <-asks
		})
	}
	ask := func(more bool) answer[K, V] {
		if !begun {
			begun = true
			go run()
		}
		asks <- more
		a := <-answers
		if done = done || a.done; a.panic != nil {
			panic(a.panic)
		}
		return a
	}
	next = func() (k K, v V, ok bool) {
		if done {
			return k, v, false
		}
		a := ask(true)
		return a.k, a.v, !a.done
	}
	stop = func() {
		if !done {
			done = true
			if begun {
				ask(false)
			}
		}
	}
	return next, stop
}
`
