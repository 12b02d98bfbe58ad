package readsfrom

import (
	"dporbench/algos"
	"dporbench/algos/internal/rfgraph"
)

// NewInspected is New for an explorer that shows each graph to inspect, before anything is added to it, and whose
// behaviour tree has treeBudget nodes.
func NewInspected(o algos.Options, treeBudget int, inspect func(*rfgraph.Graph) error) algos.Explorer {
	return &explorer{o, treeBudget, inspect}
}
