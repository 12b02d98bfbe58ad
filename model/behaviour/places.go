package behaviour

import "slices"

// places are the source lines of the operations of nodes: known only if Limits ask for them,
// because finding out costs more than anything else that a thread does.
type places struct {
	wanted bool
	names  []string // "counter.go:12"; the first is ""
	at     []int32  // in names, by Position
}

func (p *places) set(n Position, name string) {
	for len(p.at) <= int(n) {
		p.at = append(p.at, 0)
	}
	i := slices.Index(p.names, name)
	if i < 0 {
		i = len(p.names)
		p.names = append(p.names, name)
	}
	p.at[n] = int32(i)
}

func (p *places) of(n Position) string {
	if int(n) >= len(p.at) || len(p.names) == 0 {
		return ""
	}
	return p.names[p.at[n]]
}
