package results

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestJSON(t *testing.T) {
	row := finished()
	slow := row
	slow.Repetition, slow.Wall = 4, time.Second
	text, err := json.Marshal(Cell{Rows: []Row{row, slow}})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Benchmark   string
		Params      []int
		Status      string
		Executions  int64
		Wall        float64          `json:"wall_s"`
		PeakStored  map[string]int64 `json:"peak_stored"`
		Work        map[string]int64
		Repetitions int
		Max         float64 `json:"wall_s_max"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if got.Benchmark != "length-param" || !cmp.Equal(got.Params, []int{2, 1024}) || got.Status != "ok" || got.Executions != 1 ||
		got.Wall != 0.001234567 || len(got.PeakStored) != 9 || got.PeakStored["schedule_events"] != 7 ||
		len(got.Work) != 9 || got.Work["tree_nodes"] != 5 || got.Repetitions != 2 || got.Max != 1 {
		t.Errorf("%+v from %s", got, text)
	}
}

func TestJSONOfUnfinishedRun(t *testing.T) {
	text, err := json.Marshal(Cell{Rows: []Row{killed()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"executions":null`, `"wall_s":null`, `"reached":9`, `"frames":null`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}
