package trace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// counter is a program in which an increment may be lost.
func counter() *model.Program {
	p := model.NewProgram("counter")
	x := p.Var("x", 0)
	increment := func(t *model.Thread) { t.Store(x, t.Load(x)+1) }
	p.Thread("main", func(t *model.Thread) {
		a, b := t.Go("a", increment), t.Go("b", increment)
		t.Join(a)
		t.Join(b)
		t.Assert(t.Load(x) == 2, "both increments count")
	})
	return p
}

// A test can replay an execution that once failed: one written by Record, or one
// written by hand, whose lines need only the name of a thread.
func ExampleRecording_Replay() {
	recording, err := trace.Read(strings.NewReader(`dporbench execution, format 1
main  go a
main  go b
a     x → 0
b     x → 0
a     x = 1
b     x = 1
main
main
main  x → 2
end:
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	replayed, differences, err := recording.Replay(counter())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range differences {
		fmt.Printf("event %d was %q and is %q now\n\n", d.Event, d.Recorded, d.Replayed)
	}
	if err := replayed.Draw(os.Stdout, trace.Layout{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// event 9 was "x → 2" and is "x → 1" now
	//
	//     main       a       b
	// ────────────────────────────
	// 1   go a
	// 2   go b
	// 3   │          x → 0
	// 4   │          │       x → 0
	// 5   │          x = 1   │
	// 6   │                  x = 1
	// 7   join a
	// 8   join b
	// 9   x → 1
	//     ✗ failed
	//
	// failed: main: assert: both increments count
}

// An execution, as an explorer shows it, is drawn with a column for each thread.
func ExampleTrace_Draw() {
	p := counter()
	_, err := pop.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() != model.Failed {
			return nil
		}
		t, err := trace.Of(p, memory.SC, e.Events())
		if err != nil {
			return err
		}
		return errors.Join(t.Draw(os.Stdout, trace.Layout{}), algos.ErrStop)
	})
	fmt.Println("error", err)
	// Output:
	//     main       a       b
	// ────────────────────────────
	// 1   go a
	// 2   go b
	// 3   │          x → 0
	// 4   │          │       x → 0
	// 5   │          │       x = 1
	// 6   │          x = 1
	// 7   join a
	// 8   join b
	// 9   x → 1
	//     ✗ failed
	//
	// failed: main: assert: both increments count
	// error <nil>
}
