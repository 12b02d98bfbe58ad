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
