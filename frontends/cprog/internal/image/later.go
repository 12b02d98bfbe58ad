package image

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/front"
)

// A global of very many numbers gets a variable for a number only when a thread first uses it, like the memory that threads make: most
// elements of a large array are never used.

// mostDeclared is the number of numbers of a global up to which all have variables from the beginning.
const mostDeclared = 1 << 15

// later marks bytes of a number in such a global.
const later = -2

// laterGlobal is such a global, with its numbers in the order of their offsets.
type laterGlobal struct {
	*code.Global
	divided code.Layout
}

// declaresLater reports whether a global with that layout gets its variables later.
func declaresLater(l code.Layout) bool {
	return len(l) > mostDeclared && !slices.ContainsFunc(l, func(leaf code.Leaf) bool { return leaf.Role != code.Plain })
}

func (m *Image) declareLater(g *code.Global, l code.Layout) {
	m.later = append(m.later, laterGlobal{g, l})
	for _, leaf := range l {
		for at := range code.Size(leaf.T) {
			m.at[g.Address-code.FirstAddress+leaf.Offset+at] = later
		}
	}
}

// laterLeaf returns the number that covers a byte of a global whose variables are declared later, and where it begins.
func (m *Image) laterLeaf(address int64) (g *code.Global, leaf code.Leaf, ok bool) {
	if at := address - code.FirstAddress; at < 0 || at >= int64(len(m.at)) || m.at[at] != later {
		return nil, leaf, false
	}
	for _, own := range m.later {
		if at := address - own.Address; at >= 0 && at < own.Size {
			k, exact := slices.BinarySearchFunc(own.divided, at, func(l code.Leaf, at int64) int { return int(l.Offset - at) })
			if !exact {
				k--
			}
			return own.Global, own.divided[k], true
		}
	}
	return nil, leaf, false
}

// NumberOf returns the type of the number that begins at an address of a global; known is false if none does. A number whose address is in the middle of
// another one has no type.
func (m *Image) NumberOf(address int64) (t code.Scalar, begins, known bool) {
	if g, leaf, ok := m.laterLeaf(address); ok {
		return leaf.T, g.Address+leaf.Offset == address, true
	}
	c, _ := m.Global(address)
	if c == nil {
		return t, false, false
	}
	return c.T, c.Address == address && !c.Role.IsMutex(), true
}

// Later returns the cell of the number that covers a byte of a global whose variables are declared later, which declare makes; nil if there is
// none. If there are too many, full is true.
func (m *Image) Later(address int64, declare func(front.Location, int64) front.Var) (c *Cell, full bool) {
	g, leaf, ok := m.laterLeaf(address)
	if !ok {
		return nil, false
	}
	p := OwnPlace{g.Address + leaf.Offset, code.Size(leaf.T)}
	if c = m.Own.Known(p); c != nil {
		return c, false
	}
	at := front.Location{Address: p.Address, Size: p.Size, Name: g.Name + leaf.Name}
	piece, _, _ := m.PieceAt(p.Address)
	c, _ = m.Own.Add(p, &Cell{
		Address: p.Address, T: leaf.T, Name: at.Name, Constant: g.Constant, Whole: piece.Whole,
		Variable: declare(at, m.initial.Load(p.Address, leaf.T)),
	}, m.Options.Limits.Variables)
	return c, c == nil
}
