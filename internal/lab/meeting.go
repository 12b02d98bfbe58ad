package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/algos/states"
	"dporbench/internal/tree/graph"
	"dporbench/model"
	"dporbench/model/memory"
)

// Meeting is the graph of all states of a program, and where the executions of an algorithm meet in it.
type Meeting struct {
	Picture string  `json:"picture,omitempty"` // as an SVG file
	States  []Meets `json:"states,omitempty"`
	Ways    [][]int `json:"ways,omitempty"` // the states of each execution, in the order of visits
	Stopped bool    `json:"stopped"`        // there are more executions
	Failed  string  `json:"failed,omitempty"`
}

// Meets is a state, and which executions pass it.
type Meets struct {
	Text       string `json:"text"`
	Executions []int  `json:"executions,omitempty"` // by number, from 1
	Meets      bool   `json:"meets"`                // some of them come from different states
}

// Meeting visits the states of the program, and follows up to so many executions of an algorithm through them.
func (x Experiment) Meeting(name string, keep int) Meeting {
	met, err := x.meeting(name, keep)
	if err != nil {
		return Meeting{Failed: withoutFlags(err.Error())}
	}
	return met
}

func (x Experiment) meeting(name string, keep int) (met Meeting, err error) {
	p, m, err := x.loadSequences()
	if err != nil {
		return met, err
	}
	a, err := x.lab.algorithm(name)
	switch {
	case err != nil:
		return met, err
	case !a.Explores(m):
		return met, errors.New(name + " " + refusal(m))
	}
	g, err := states.NewGraph(context.Background(), p, states.Options{Memory: m, MaxStates: graph.MostStates})
	if err != nil {
		return met, err
	}
	defer g.Close()
	met.Ways, met.Stopped, err = ways(p, m, a.New(algos.Options{Memory: m}), g, keep)
	if err != nil {
		return met, err
	}
	drawn := graph.States{Caption: fmt.Sprintf("%d states, passed by %d executions of %s", len(g.States), len(met.Ways), name), Graph: g, Ways: met.Ways}
	for n := range g.States {
		met.States = append(met.States, Meets{drawn.Text(n), drawn.Through(n), drawn.Meets(n)})
	}
	var file strings.Builder
	err = drawn.Write(&file)
	met.Picture = file.String()
	return met, err
}

// ways follows the executions that an algorithm visits, up to so many.
func ways(p *model.Program, m memory.Model, a algos.Explorer, g *states.Graph, keep int) (all [][]int, stopped bool, err error) {
	_, err = a.Explore(context.Background(), p, func(e *model.Execution) error {
		if len(all) == keep {
			stopped = true
			return errEnough
		}
		all = append(all, g.Way(e.Events()))
		return nil
	})
	if stopped {
		err = nil
	}
	return all, stopped, err
}
