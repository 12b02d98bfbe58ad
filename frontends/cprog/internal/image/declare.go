package image

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// DeclareArrivals makes the variables of barriers at which the search has found threads.
func (m *Image) DeclareArrivals(met map[int64][]int64) {
	m.Barriers = map[int64]*Arrivals{}
	for _, at := range slices.Sorted(maps.Keys(met)) {
		a := &Arrivals{Threads: met[at]}
		for turn := range a.Turns {
			for _, segment := range a.Threads {
				a.Turns[turn] = append(a.Turns[turn], m.Model.Var(fmt.Sprintf("%s.%s.%d", m.nameAt(at), lineage.Text("main", segment), turn), 0))
			}
		}
		m.Barriers[at] = a
	}
}

// DeclareMutexes makes a mutex of the model of each mutex that trial runs have met in memory that threads make. A mutex that they
// have not met is a variable.
func (m *Image) DeclareMutexes(met map[OwnPlace]bool) {
	if m.VariableMutexes() {
		return
	}
	for _, p := range slices.SortedFunc(maps.Keys(met), func(p, q OwnPlace) int { return cmp.Compare(p.Address, q.Address) }) {
		m.Own.cells[p] = &Cell{Address: p.Address, T: operation.Int32, Role: code.AMutex, Name: m.NameOf(p), Mutex: m.Model.Mutex(m.NameOf(p))}
	}
}

// nameAt returns a name for the memory at address.
func (m *Image) nameAt(address int64) string {
	if address>>code.SegmentShift != 0 {
		return OwnPlace{address, 0}.String()
	}
	var last *code.Global
	for _, g := range m.Globals {
		if !g.ThreadLocal && g.Address <= address && (last == nil || g.Address > last.Address) {
			last = g
		}
	}
	if last == nil || last.Address == address {
		return last.Name
	}
	return fmt.Sprintf("%s+%d", last.Name, address-last.Address)
}

func hasUnknownSection(f *code.Function) bool {
	return slices.ContainsFunc(f.Sections, func(s code.Section) bool { return !s.Known })
}

// padding marks bytes of a variable that belong to no scalar.
const padding = -1

// Declare makes a variable or a mutex of each scalar of the globals.
func (m *Image) Declare(initial *Initial) error {
	m.initial = initial
	if slices.ContainsFunc(m.Functions, hasUnknownSection) {
		lock := m.Model.Mutex("(atomic section)")
		m.SectionLock = &lock
	}
	m.at = make([]int32, m.Bytes-code.FirstAddress)
	for _, g := range m.Globals {
		if g.ThreadLocal {
			continue
		}
		from := g.Address - code.FirstAddress
		for at := range m.at[from : from+g.Size] {
			m.at[from+int64(at)] = padding
		}
		layout := m.divided(g)
		if declaresLater(layout) {
			m.declareLater(g, layout)
			continue
		}
		for _, l := range layout {
			c := Cell{Address: g.Address + l.Offset, T: l.T, Role: l.Role, Name: g.Name + l.Name, Constant: g.Constant}
			if p, _, ok := m.PieceAt(c.Address); ok {
				c.Whole = p.Whole
			}
			if l.Role == code.AMutex && m.VariableMutexes() {
				c.Role = code.ATryMutex
			}
			if c.Role == code.AMutex {
				c.Mutex = m.Model.Mutex(c.Name)
			} else {
				c.Variable = m.Model.Var(c.Name, m.initialOf(c, initial.Load(c.Address, l.T)))
			}
			m.Cells = append(m.Cells, c)
			if len(m.Cells) > m.Options.Limits.Variables {
				return fmt.Errorf("%s: the globals are more than %d variables", m.Model.Name(), m.Options.Limits.Variables)
			}
			for at := range code.Size(l.T) {
				m.at[from+l.Offset+at] = int32(len(m.Cells))
			}
		}
	}
	return nil
}

// KindShift is the number of bits below the kind in the variable of a mutex; see package machine.
const KindShift = 56

// initialOf returns the initial value of the variable of a scalar, for which the initialisers store v. A mutex begins with its kind.
func (m *Image) initialOf(c Cell, v int64) int64 {
	if c.Role.IsMutex() {
		return v << KindShift
	}
	return v
}

// divided returns the layout of g, with pieces in the place of the scalars that they cover.
func (m *Image) divided(g *code.Global) (l code.Layout) {
	if len(m.Pieces) == 0 {
		return g.Layout
	}
	end := int64(0) // of the last piece
	for _, leaf := range g.Layout {
		if _, _, ok := m.PieceAt(g.Address + leaf.Offset); !ok || leaf.Role != code.Plain {
			l = append(l, leaf)
			continue
		}
		for at := max(end, leaf.Offset); at < leaf.Offset+code.Size(leaf.T); at = end {
			p, from, ok := m.PieceAt(g.Address + at)
			if !ok || from != g.Address+at {
				break
			}
			l = append(l, code.Leaf{Offset: at, T: p.typeOf(leaf), Name: p.nameIn(leaf, at)})
			end = at + p.Size
		}
	}
	return l
}

// typeOf returns the type of a piece of a scalar.
func (p Piece) typeOf(leaf code.Leaf) code.Scalar {
	if p.Size == code.Size(leaf.T) {
		return leaf.T
	}
	t, _ := code.ScalarOf(p.Size, false)
	return t
}

// nameIn names a piece that begins at that offset, in a scalar.
func (p Piece) nameIn(leaf code.Leaf, at int64) string {
	switch first := at - leaf.Offset; {
	case p.Size == code.Size(leaf.T):
		return leaf.Name
	case p.Size == 1:
		return fmt.Sprintf("%s.byte%d", leaf.Name, first)
	default:
		return fmt.Sprintf("%s.bytes%d-%d", leaf.Name, first, first+p.Size-1)
	}
}
