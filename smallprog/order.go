package smallprog

import (
	"fmt"
	"strings"

	"dporbench/model"
	"dporbench/model/operation"
)

// orderable reports whether s can have that memory order.
func (s Statement) orderable(o operation.Ordering) bool {
	_, fails := o.Fails()
	switch s.Op {
	case Load, Store, StoreRegister:
		return !fails
	case CAS, CompareExchange:
		return !o.Plain()
	case Update, Swap, Fetch, Apply, Await, When, WhenAdd, Fence:
		return !o.Plain() && !fails
	}
	return false
}

// ordered is a call with the memory order of s, in Go.
func (s Statement) ordered(call string) string {
	on, fails := s.Order.Fails()
	switch {
	case fails:
		call = strings.Replace(call, "t.", fmt.Sprintf("t.WithOrders(%#v, %#v).", s.Order.Memory(), on), 1)
	case s.Order.Memory() != model.SeqCst:
		call = strings.Replace(call, "t.", fmt.Sprintf("t.With(%#v).", s.Order.Memory()), 1)
	}
	return call
}
