package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

func TestFetchOps(t *testing.T) {
	for _, c := range []struct {
		op      model.FetchOp
		x, v    int64
		want    int64
		written string
	}{
		{model.FetchAdd, 5, -7, -2, "add"},
		{model.FetchSub, 5, 7, -2, "sub"},
		{model.FetchAnd, 6, 3, 2, "and"},
		{model.FetchOr, 6, 3, 7, "or"},
		{model.FetchXor, 6, 3, 5, "xor"},
		{model.FetchNand, 6, 3, -3, "nand"},
		{model.FetchMax, -1, 1, 1, "max"},
		{model.FetchMin, -1, 1, -1, "min"},
		{model.FetchAdd, math.MaxInt64, 1, math.MinInt64, "add"},
		{model.FetchAdd.As(model.Int32), math.MaxInt32, 1, math.MinInt32, "add32"},
		{model.FetchAdd.As(model.Int16), math.MaxInt16, 1, math.MinInt16, "add16"},
		{model.FetchAdd.As(model.Int8), 127, 1, -128, "add8"},
		{model.FetchAdd.As(model.Uint32), math.MaxUint32, 1, 0, "addu32"},
		{model.FetchSub.As(model.Uint16), 0, 1, math.MaxUint16, "subu16"},
		{model.FetchNand.As(model.Uint8), 6, 3, 253, "nandu8"},
		{model.FetchMax.As(model.Uint64), -1, 1, -1, "maxu64"},
		{model.FetchMin.As(model.Uint64), -1, 1, 1, "minu64"},
		{model.FetchMax.As(model.Uint8), -1, 1, 255, "maxu8"},
		{model.FetchMax.As(model.Int8), 255, 1, 1, "max8"}, // 255 is -1
		{model.FetchOr.As(model.Uint8), 256, 1, 1, "oru8"}, // higher bits are cut off
	} {
		if got := c.op.Apply(c.x, c.v); got != c.want || c.op.String() != c.written {
			t.Errorf("%v(%d, %d) = %d, want %s and %d", c.op, c.x, c.v, got, c.written, c.want)
		}
		if op, ok := operation.ParseFetchOp(c.written); op != c.op || !ok {
			t.Errorf("%s: read as %v, %v", c.written, op, ok)
		}
	}
	for _, op := range []model.FetchOp{8, model.FetchAdd.As(8)} {
		if op.Valid() {
			t.Errorf("%v is valid", op)
		}
	}
	if _, ok := operation.ParseFetchOp("divide"); ok {
		t.Error("divide is parsed as an operation")
	}
}

// TestFetch: a Fetch and a CompareExchange return the previous value, and are events of
// the kinds of an Add and of a CompareAndSwap.
func TestFetch(t *testing.T) {
	p := model.NewProgram("fetch")
	x := p.Var("x", 250)
	var got []int64
	p.Thread("t", func(t *model.Thread) {
		got = []int64{
			t.Fetch(x, model.FetchAdd.As(model.Uint8), 10), t.Fetch(x, model.FetchMax, 7),
			t.CompareExchange(x, 6, 1), t.CompareExchange(x, 7, 2), t.Load(x),
		}
	})
	m := newMachine(t, p, behaviour.Limits{})
	walk(t, m, rand.New(rand.NewPCG(0, 0)))
	if diff := cmp.Diff([]int64{250, 4, 7, 7, 2}, got); diff != "" {
		t.Errorf("returned (-want +got):\n%s", diff)
	}
	want := []event.Event{
		{Index: 1, Kind: event.Update}, {Index: 2, Kind: event.Update}, {Index: 3, Kind: event.Read}, {Index: 4, Kind: event.Update}, {Index: 5, Kind: event.Read},
	}
	if diff := cmp.Diff(want, m.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	for m.Len() > 0 {
		m.Undo()
	}
	if m.Value(0) != 250 {
		t.Errorf("undone, x = %d, want 250", m.Value(0))
	}
}
