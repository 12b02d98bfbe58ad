package plots

import (
	"slices"

	"dporbench/internal/palette"
	"dporbench/results"
)

// byOrder is the only figure of a file that has several scheduling orders: the events executed for each execution over the
// parameter, a panel for each algorithm and sweep, with a curve for each order.
func byOrder(cells []results.Cell) figure {
	f := figure{name: "events-by-order", sharedY: true}
	for _, its := range divide(cells, func(a, b results.Cell) int {
		return palette.Rank(a.Rows[0].Algorithm) - palette.Rank(b.Rows[0].Algorithm)
	}) {
		algorithm := its[0].Rows[0].Algorithm
		for _, s := range sweeps(namedByOrder(its)) {
			if curves := s.curves(eventsEach); s.varies() && len(curves) > 0 {
				f.panels = append(f.panels, panel{title: algorithm + ", " + s.pattern, x: s.axis(), y: axis{label: "events per execution", log: true}, curves: curves})
			}
		}
	}
	f.legend = legendOf(f.panels, nil)
	return f
}

// namedByOrder returns the cells with their orders in place of the algorithms, by which curves are named.
func namedByOrder(cells []results.Cell) []results.Cell {
	named := slices.Clone(cells)
	for i, c := range named {
		named[i].Rows = slices.Clone(c.Rows)
		for j := range named[i].Rows {
			named[i].Rows[j].Algorithm = c.Rows[j].Order
		}
	}
	return named
}

func eventsEach(c results.Cell) (point, bool) {
	row := c.Median()
	return point{y: float64(row.Events) / float64(max(row.Executions, 1))}, row.Status == results.OK && row.Events > 0
}

// severalOrders reports whether a program was run by one algorithm in several orders.
func severalOrders(cells []results.Cell) bool {
	order := map[[2]string]string{}
	for _, c := range cells {
		r := c.Rows[0]
		at := [2]string{r.Name(), r.Algorithm}
		if known, ok := order[at]; ok && known != r.Order {
			return true
		}
		order[at] = r.Order
	}
	return false
}
