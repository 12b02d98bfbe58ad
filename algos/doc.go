// Package algos defines the interface of exploration algorithms, their options and their counters, so that algorithms can
// be used and compared without any of them being imported. Each algorithm is a package below this one, listed in
// algos/catalog.
//
// # Exploring
//
// Take an [Explorer] from the catalog, and call Explore with a program and a function that is shown each maximal
// execution:
//
//	x, err := catalog.New("pop", algos.Options{})
//	stats, err := x.Explore(ctx, program, func(e *model.Execution) error {
//		fmt.Println(e.Outcome(), len(e.Events()))
//		return nil // or algos.ErrStop
//	})
//
// [Stats] has the exact counts: executions, events, redundant explorations, and the most that was stored at any time.
//
// # Writing an algorithm
//
// An algorithm is a function of an [Exploration], made an Explorer by [NewExplorer]. The contract:
//
//  1. Execute events by Exploration.Step only, or by sequence.Sequence.Push, and take them back with Machine.Undo. Try
//     the threads of AppendEnabled, in that order.
//  2. Explore every value of a thread that is at a Choose.
//  3. Call Maximal where no thread is enabled, and Redundant where a sleep set leaves none. They count, and show the
//     execution to the caller.
//  4. Return every error at once, from whatever method: it may be the caller who wants to stop.
//  5. Declare features that the algorithm does not support; the table of [Constraint] refuses programs that need them.
//
// The example of NewExplorer is a whole algorithm. Algorithms that add events to execution graphs have a
// [GraphExploration] and call [Run]. An algorithm whose exploration can be split among workers is made with
// [NewSplittable]; see [Task]. Test any of them with algos/algostest, in one line.
package algos
