// Package translation has the options with which functions of Go packages become programs, and the facts about such a program
// that only executions reveal. Processes that merely pass them on, as the one that measures does, import this package and not
// goprog, which reads Go.
package translation

// Options say how a package is read. The zero value is ready for use. As JSON, they are part of the names of programs in
// checkpoints and tasks, so their fields keep their names, and new ones are left out if they are zero.
type Options struct {
	Dir string `json:"-"` // the folder in which the go command is run; "" is the current one
	// Unroll, if it is not 0, bounds the iterations that have events of each loop each time the loop is entered;
	// a goroutine that goes beyond it stops as at a false assume.
	Unroll int
	// Settle is how many random executions must show nothing new about the program before it is used: which memory is
	// written once others may reach it, and which channels are in a select together. An exploration
	// that finds out more ends with a [front.Refine]. 0 is goprog.DefaultSettle.
	Settle int
	Short  bool // testing.Short is true
	// TimersLast lets timers fire only where nothing else can move: all other executions count as assume-blocked.
	TimersLast bool `json:",omitempty"`
	// ClockFree lets each reading of the clock find that the next deadline has passed, which is a choice.
	ClockFree bool `json:",omitempty"`
	// ClockReads lets each reading of the clock outside bubbles move it by a nanosecond, but to no deadline.
	ClockReads bool `json:",omitempty"`
	// Signals lets each signal that a program asks for come once from outside, at any moment.
	Signals bool `json:",omitempty"`
	// Repetitions, if it is not 0, bounds the iterations of loops that count from 0 to a constant of goprog.ManyRepetitions or
	// more: such a loop repeats its body to meet something by chance. Loops of the standard library are left as they are.
	Repetitions int `json:",omitempty"`
	// AnyOrder makes the order of a range over a map a choice. Otherwise it is the order in which keys were first set.
	AnyOrder bool `json:",omitempty"`
	// Std executes the code of package sync over the runtime's semaphores. Otherwise its operations are single steps.
	Std bool `json:",omitempty"`
	// Known are facts that the random executions do not show. The program allows for them from the beginning.
	Known Facts `json:",omitempty"`
}
