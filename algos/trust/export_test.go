package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
)

// NewInspected is New for an explorer that shows each graph to inspect, before
// anything is added to it, and whose behaviour tree has treeBudget nodes.
func NewInspected(o algos.Options, treeBudget int, inspect func(*graph.Graph) error) algos.Explorer {
	return &explorer{options: o, treeBudget: treeBudget, inspect: inspect}
}
