package test

import (
	"testing"

	"dporbench/algos/sampling"
)

func TestEstimated(t *testing.T) {
	for want, e := range map[string]sampling.Estimate{
		"":                      {},
		" of 70":                {Executions: 70, Exact: true},
		" of 1230 to 1250":      {Executions: 1240, Low: 1234, High: 1246},
		" of about 12":          {Executions: 12, Low: 12, High: 12},
		" of at least 2.55e+20": {Executions: 9e20, Low: 2.5512e20},
		" of at least 1.23e+06": {Executions: 9e20, Low: 1_234_567},
	} {
		if got := estimated(e); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}
