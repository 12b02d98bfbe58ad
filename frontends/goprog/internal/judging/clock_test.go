package judging

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/model/event"
)

// TestClocks compares clocks with slices of numbers, forwards and back, for up to ten threads.
func TestClocks(t *testing.T) {
	const others = 5 // clocks that are no thread's
	r := rand.New(rand.NewPCG(2026, 1))
	for threads := 1; threads <= 10; threads++ {
		var c clocks
		c.widen(threads)
		first := c.make(others)
		at := func(i int) cell {
			if i < threads {
				return c.thread(event.ThreadID(i))
			}
			return first + cell((i-threads)*c.width)
		}
		now := make([][]int32, threads+others)
		for i := range now {
			now[i] = make([]int32, threads)
		}
		var before [][][]int32 // each event
		for range 2000 {
			if n := len(before); n > 0 && r.IntN(8) == 0 {
				n = r.IntN(n)
				c.back(n)
				now, before = before[n], before[:n]
			} else {
				saved := make([][]int32, len(now))
				for i := range now {
					saved[i] = slices.Clone(now[i])
				}
				before = append(before, saved)
				e := event.Event{Thread: event.ThreadID(r.IntN(threads)), Index: r.Int32N(allEvents + 1)}
				own := c.begin(&e)
				now[e.Thread][e.Thread] = e.Index
				to := threads + r.IntN(others)
				switch r.IntN(4) {
				case 0:
					c.copy(at(to), own)
					now[to] = slices.Clone(now[e.Thread])
				case 1:
					c.join(at(to), own)
					now[to] = joined(now[to], now[e.Thread])
				case 2:
					c.join(own, at(to))
					now[e.Thread] = joined(now[e.Thread], now[to])
				case 3:
					c.put(at(to), e.Thread, e.Index)
					now[to][e.Thread] = e.Index
				}
			}
			for i := range now {
				for th := range threads {
					if got := c.number(at(i), event.ThreadID(th)); got != now[i][th] && i != th {
						t.Fatalf("%d threads: clock %d knows %d events of thread %d, want %d", threads, i, got, th, now[i][th])
					}
				}
			}
			if a, b := threads+r.IntN(others), threads+r.IntN(others); c.knows(at(a), at(b)) != slices.Equal(joined(now[a], now[b]), now[a]) {
				t.Fatalf("%d threads: whether %v includes %v", threads, now[a], now[b])
			}
		}
	}
}

func joined(a, b []int32) []int32 {
	both := slices.Clone(a)
	for t, n := range b {
		both[t] = max(both[t], n)
	}
	return both
}
