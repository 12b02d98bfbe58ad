package order_test

import (
	"fmt"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// Thread p writes x and then reads it; then thread q writes x. That write happens after both events of p, and races with
// the read: it can be put before the read without putting it before the write, which happens before the read anyway.
func Example() {
	p := model.NewProgram("writes and reads")
	x := p.Var("x", 0)
	for _, name := range []string{"p", "q"} {
		p.Thread(name, func(t *model.Thread) { t.Store(x, 1); t.Load(x) })
	}
	hb := order.NewHappensBefore((*front.Program)(p), memory.SC)
	for _, e := range []event.Event{
		{Thread: 0, Index: 1, Kind: event.Write, Access: event.Access{Object: x.Number()}},
		{Thread: 0, Index: 2, Kind: event.Read, Access: event.Access{Object: x.Number()}},
		{Thread: 1, Index: 1, Kind: event.Write, Access: event.Access{Object: x.Number()}},
	} {
		hb.Push(e)
	}
	fmt.Println("p's write happens before q's:", hb.Before(0, 2))
	fmt.Println("positions of the events that race with q's write:", hb.Races())
	// Output:
	// p's write happens before q's: true
	// positions of the events that race with q's write: [1]
}
