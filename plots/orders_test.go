package plots

import (
	"testing"

	"dporbench/results"
)

// TestOrders: a file with several orders has one figure, with a panel for each algorithm and a curve for each order.
func TestOrders(t *testing.T) {
	var rows []results.Row
	for _, algorithm := range []string{"pop", "optimal"} {
		for _, order := range []string{"first", "quiet"} {
			for n := 1; n <= 3; n++ {
				r := results.Row{Run: results.Run{Benchmark: "b", Params: []int{n}, Algorithm: algorithm, Order: order}}
				r.Status, r.Executions, r.Events = results.OK, 2, int64(10*n)
				rows = append(rows, r)
			}
		}
	}
	cells := results.Cells(rows)
	if !severalOrders(cells) || severalOrders(cells[:3]) {
		t.Error("several orders are not told from one")
	}
	f := byOrder(cells)
	if len(f.panels) != 2 || f.panels[0].title != "optimal, b n" {
		t.Fatalf("%d panels: %+v", len(f.panels), f.panels)
	}
	for _, p := range f.panels {
		if len(p.curves) != 2 || p.curves[0].algorithm != "first" || p.curves[1].points[2].y != 15 {
			t.Errorf("%s: curves %+v", p.title, p.curves)
		}
	}
}
