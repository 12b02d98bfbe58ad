package lab

import (
	"errors"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/litmus"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// States are the final states of a litmus test, with the executions of an algorithm that end in each.
type States struct {
	Condition   string  `json:"condition"`
	OK          bool    `json:"ok"`
	Kind        string  `json:"kind"`        // Allowed, Forbidden or Required
	Observation string  `json:"observation"` // Never, Sometimes or Always
	States      []State `json:"states"`
	Incomplete  int64   `json:"incomplete"`
	Failed      string  `json:"failed,omitempty"`
}

// State is a final state.
type State struct {
	Text       string `json:"text"`
	Holds      bool   `json:"holds"` // whether the condition's proposition is true in it
	Executions int64  `json:"executions"`
}

// States explores a litmus test, and returns its final states.
func (x Experiment) States(name string, b Bounds) States {
	h, err := x.histogram(name, b)
	if err != nil {
		return States{Failed: err.Error()}
	}
	s := States{
		Condition: h.Condition.String(), OK: h.OK(), Kind: h.Condition.Kind(), Observation: h.Observation(),
		States: []State{}, Incomplete: h.Incomplete,
	}
	for _, c := range h.States {
		s.States = append(s.States, State{c.Text, c.Holds, c.Executions})
	}
	return s
}

func (x Experiment) histogram(name string, b Bounds) (*litmus.Histogram, error) {
	_, m, err := x.Load()
	if err != nil {
		return nil, err
	}
	a, err := x.lab.algorithm(explorer(name, m))
	if err != nil {
		return nil, err
	}
	if x.Kind != "litmus" {
		return nil, errors.New("only a litmus test has final states")
	}
	t, err := litmus.Parse("test.litmus", x.Text)
	if err != nil {
		return nil, err
	}
	r, err := t.NewReplayer(behaviour.Limits{Memory: m})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return finalStates(t, r, a, algos.Options{Memory: m}, newClock(b, nil))
}

func finalStates(t *litmus.Test, r *litmus.Replayer, a catalog.Algorithm, o algos.Options, bound *clock) (*litmus.Histogram, error) {
	h := t.NewHistogram()
	_, err := a.New(o).Explore(bound, t.Program, func(e *model.Execution) error {
		if e.Outcome() != model.Complete {
			h.Incomplete++
			return nil
		}
		state, err := r.Of(e)
		if err == nil {
			h.Add(state)
		}
		return err
	})
	return h, err
}
