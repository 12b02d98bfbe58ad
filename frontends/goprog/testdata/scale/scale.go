// Package scale has functions with far more executions than states.
package scale

import "sync"

// FanIn has three workers, and four jobs.
func FanIn() {
	jobs, results := make(chan int), make(chan int)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for j := range jobs {
				results <- j * j
			}
		})
	}
	go func() {
		for i := range 4 {
			jobs <- i
		}
		close(jobs)
		group.Wait()
		close(results)
	}()
	sum := 0
	for r := range results {
		sum += r
	}
	if sum != 14 {
		panic(sum)
	}
}

// Pipeline has four stages, and six values.
func Pipeline() {
	first := make(chan int)
	go func() {
		for i := range 6 {
			first <- i
		}
		close(first)
	}()
	in := first
	for range 3 {
		out := make(chan int)
		go func(in, out chan int) {
			for v := range in {
				out <- v + 1
			}
			close(out)
		}(in, out)
		in = out
	}
	for range in {
	}
}

// Sections has five goroutines with five critical sections each.
func Sections() {
	var mu sync.Mutex
	var group sync.WaitGroup
	n := 0
	for range 5 {
		group.Go(func() {
			for range 5 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if n != 25 {
		panic(n)
	}
}

// EightSections has eight goroutines with ten critical sections each.
func EightSections() {
	var mu sync.Mutex
	var group sync.WaitGroup
	n := 0
	for range 8 {
		group.Go(func() {
			for range 10 {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if n != 80 {
		panic(n)
	}
}

// Philosophers has six who take the forks on their left and then on their right, twice; the last one the other way round.
func Philosophers() {
	var forks [6]sync.Mutex
	var group sync.WaitGroup
	dine := func(left, right *sync.Mutex) {
		for range 2 {
			left.Lock()
			right.Lock()
			right.Unlock()
			left.Unlock()
		}
	}
	for i := range 5 {
		group.Go(func() { dine(&forks[i], &forks[i+1]) })
	}
	group.Go(func() { dine(&forks[0], &forks[5]) })
	group.Wait()
}
