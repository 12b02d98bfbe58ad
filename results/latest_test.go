package results

import "testing"

func TestLatestDoesNotMixBuilds(t *testing.T) {
	old, again, other := repetitions(1, 2, 3), repetitions(4, 5), repetitions(6)
	for i := range again {
		again[i].Build = "new"
	}
	other[0].Algorithm = "other"
	var rows []Row
	for _, part := range [][]Row{old, other, again} {
		rows = append(rows, part...)
	}
	cells := Cells(Latest(rows))
	if len(cells) != 2 || cells[0].Samples() != 1 || cells[1].Samples() != 2 || cells[1].Rows[0].Build != "new" {
		t.Errorf("cells %v", cells)
	}
}
