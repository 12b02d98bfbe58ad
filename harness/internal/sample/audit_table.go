package sample

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"dporbench/harness/internal/shared/table"
)

func writeAudit(w io.Writer, all []audited, asJSON bool) error {
	if len(all) == 0 {
		return nil
	}
	if asJSON {
		return writeAuditJSON(w, all)
	}
	var g table.Grid
	g.Left("program", "sampler", "distribution")
	g.Right("classes", "reached", "rarest")
	for _, part := range parts {
		g.Right(fmt.Sprintf("%.0f %%", 100*part))
	}
	g.Right("failed", "first")
	for _, o := range all {
		cells := []string{
			o.program.String(), o.sampler, o.known(), table.Count(int64(o.classes)), table.Count(int64(o.reached)), percent(o.rarest),
		}
		for _, runs := range o.until {
			cells = append(cells, o.runs(runs))
		}
		g.Row(append(cells, o.fails(), table.Choose(o.never, "∞", o.runs(o.first)))...)
	}
	return g.Write(w)
}

func (o audited) known() string {
	if o.drawing == nil {
		return "exact"
	}
	return table.Count(o.drawing.counts.Executions) + " runs"
}

// runs is a number of runs. If infinite, it is ∞ or, if it was measured, more than the runs made.
func (o audited) runs(n float64) string {
	if math.IsInf(n, 1) && o.drawing != nil {
		return "> " + table.Count(o.drawing.counts.Executions)
	}
	if n < 10 {
		return fmt.Sprintf("%.1f", n)
	}
	return number(n)
}

func (o audited) fails() string {
	if o.drawing == nil || o.never {
		return percent(o.failed[0])
	}
	if o.drawing.adaptive {
		return table.None
	}
	return fmt.Sprintf("%s to %s", percent(o.failed[0]), percent(o.failed[1]))
}

// auditObject is a line as JSON. Infinite or unknown values are null.
type auditObject struct {
	Program     string      `json:"program"`
	Params      []int       `json:"params"`
	Sampler     string      `json:"sampler"`
	Exact       bool        `json:"exact"`
	Runs        int64       `json:"runs"` // made; 0 if exact
	Classes     int         `json:"classes"`
	Reached     int         `json:"reached"`
	Rarest      float64     `json:"rarest"`
	Until50     *float64    `json:"runs_until_50"`
	Until90     *float64    `json:"runs_until_90"`
	Until99     *float64    `json:"runs_until_99"`
	Probability *[2]float64 `json:"failure_probability"`
	First       *float64    `json:"runs_until_failure"`
}

func writeAuditJSON(w io.Writer, all []audited) error {
	lines := json.NewEncoder(w)
	for _, o := range all {
		name, params := o.program.Recorded()
		line := auditObject{
			Program: name, Params: append([]int{}, params...), Sampler: o.sampler, Exact: o.drawing == nil, Classes: o.classes,
			Reached: o.reached, Rarest: o.rarest, Until50: finite(o.until[0]), Until90: finite(o.until[1]), Until99: finite(o.until[2]),
			Probability: &o.failed, First: finite(o.first),
		}
		if o.drawing != nil {
			line.Runs = o.drawing.counts.Executions
			if o.drawing.adaptive && !o.never {
				line.Probability = nil
			}
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
