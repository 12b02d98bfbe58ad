package table1

import (
	"reflect"
	"testing"
	"time"

	"dporbench/results"
)

// stored is a row of exp-mem3 with something stored.
func stored(algorithm string, params int, status results.Status, executions int64, s results.Stored) results.Row {
	r := row(algorithm, params, status, executions)
	r.Benchmark = "exp-mem3"
	if status == results.OK {
		r.Stored, r.Wall = s, time.Duration(executions)*2*time.Microsecond
	}
	return r
}

func series() AblationTable {
	return AblationTable{
		Programs: []results.Run{
			{Benchmark: "exp-mem3", Params: []int{3}}, {Benchmark: "exp-mem3", Params: []int{4}}, {Benchmark: "exp-mem3", Params: []int{5}},
		},
		Algorithms: []string{"pop-naive", "pop"},
		Cells: results.Cells([]results.Row{
			stored("pop-naive", 3, results.OK, 12, results.Stored{Events: 31, Frames: 4, Schedules: 6, ScheduleEvents: 60}),
			stored("pop-naive", 4, results.OK, 48, results.Stored{Events: 46, Frames: 7, Schedules: 24, ScheduleEvents: 312}),
			stored("pop-naive", 5, results.Timeout, 200, results.Stored{}),
			stored("pop", 3, results.OK, 12, results.Stored{Events: 31, Frames: 4, BehaviourNodes: 99}),
			stored("pop", 4, results.OK, 47, results.Stored{Events: 46, Frames: 7, BehaviourNodes: 99}),
		}),
		Expected: counts{3: 12, 4: 48},
	}
}

func TestAblation(t *testing.T) {
	const want = `
                                                           schedule
 program     algorithm  executions     µs each  schedules    events  frames  events  store   MB
────────────────────────────────────────────────────────────────────────────────────────────────
 exp-mem3 3  pop-naive          12  ✓     2.00          6        60       4      31     60  8.4
             pop                12  ✓     2.00          0         0       4      31     31  8.4
 exp-mem3 4  pop-naive          48  ✓     2.00         24       312       7      46    312  8.4
             pop                47  ✗     2.00          0         0       7      46     46  8.4
 exp-mem3 5  pop-naive       ≥ 200     timeout          –         –       –       –      –  8.4
             pop                 –           –          –         –       –       –      –    –
`
	checkTable(t, want, series().Write)
}

func TestGrowth(t *testing.T) {
	const want = `
 growth from … to …  3 → 4  4 → 5
──────────────────────────────────
 executions           4.00      –
 store of pop-naive   5.20      –
 store of pop         1.48      –
`
	checkTable(t, want, series().WriteGrowth)
}

// TestEveryCounterHasAColumn: except the counter of the model's cache, as in the store.
func TestEveryCounterHasAColumn(t *testing.T) {
	v := reflect.ValueOf(new(results.Stored)).Elem()
	for i := range v.NumField() {
		v.SetZero()
		v.Field(i).SetInt(1)
		s := v.Interface().(results.Stored)
		shown := int64(0)
		for _, c := range usedCounters([]results.Cell{{Rows: []results.Row{{Status: results.OK, Stored: s}}}}) {
			shown += c.In(s)
		}
		if shown != s.Largest() {
			t.Errorf("%d columns show %s", shown, v.Type().Field(i).Name)
		}
	}
}
