package lab

import (
	"context"

	"dporbench/algos"
	"dporbench/internal/steps"
)

// Steps is an exploration step by step, or why there is none.
type Steps struct {
	*steps.Recording
	Failed string `json:"failed,omitempty"`
}

// Steps records an exploration by an algorithm, up to a number of steps.
func (x Experiment) Steps(name string, limit int) Steps {
	p, m, err := x.loadSequences()
	if err != nil {
		return Steps{Failed: err.Error()}
	}
	a, err := x.lab.algorithm(name)
	if err != nil {
		return Steps{Failed: err.Error()}
	}
	if !a.Explores(m) {
		return Steps{Failed: name + " " + refusal(m)}
	}
	r, err := steps.Record(context.Background(), p, a, algos.Options{Memory: m}, limit)
	if err != nil {
		return Steps{Failed: withoutFlags(err.Error())}
	}
	return Steps{Recording: r}
}
