package find

import (
	"strings"
	"testing"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// race has two threads that write x and a mutex that neither takes.
func race() *model.Program {
	p := model.NewProgram("race")
	x := p.Var("x", 0)
	p.Mutex("m")
	for range 2 {
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	}
	return p
}

var oneFirst = front.NewExecution([]event.Event{
	{Thread: 1, Index: 1, Kind: event.Write}, {Thread: 0, Index: 1, Kind: event.Write},
}, model.Complete, "")

func TestExample(t *testing.T) {
	none := front.NewExecution([]event.Event{
		{Thread: 0, Index: 1, Kind: event.Write, Access: event.Access{Object: 0}},
		{Thread: 0, Index: 2, Kind: event.Lock, Access: event.Access{Object: 0}},
	}, model.Complete, "")
	for _, c := range []struct {
		e    *model.Execution
		want string // below the title
	}{
		{oneFirst, `
    writer   writer#2
─────────────────────
1            x = 1
2   x = 1

complete
`},
		{none, `
  t0.1 write 0
  t0.2 lock 0
not an execution of the program: event 2 of 2: thread writer has ended
`},
	} {
		var b strings.Builder
		if err := Example(&b, race(), memory.SC, "one", c.e); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(b.String(), "\none:\n"); got != c.want {
			t.Errorf("got%swant%s", got, c.want)
		}
	}
}
