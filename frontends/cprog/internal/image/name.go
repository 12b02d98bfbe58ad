package image

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/lineage"
)

// Memory that threads make is named as in the file: a block from malloc by its type and a number, which trial runs find out, locals by
// their function, and members by their names. All processes that explore a program give it the same names.

// namedBlock is a block of a known type.
type namedBlock struct {
	name string
	of   code.BlockType
}

// severalTypes stands for the type of a block that has had several.
const severalTypes = -1

// NoteBlock records that a block has elements of a type, given by its index.
func (x *Mixed) NoteBlock(address int64, of int) {
	if known, ok := x.Blocks[address]; ok && known != of {
		of = severalTypes
	}
	x.Blocks[address] = of
}

// NameBlocks names the blocks that trial runs have met.
func (m *Image) NameBlocks(met map[int64]int) {
	m.blocks = map[int64]namedBlock{}
	numbers := map[string]int{}
	for _, address := range slices.Sorted(maps.Keys(met)) {
		if met[address] == severalTypes {
			continue
		}
		of := m.BlockTypes[met[address]]
		name := inThread(address, of.Name)
		numbers[name]++
		m.blocks[address] = namedBlock{fmt.Sprintf("%s#%d", name, numbers[name]), of}
	}
}

// inThread returns a name for memory of the thread of an address.
func inThread(address int64, name string) string {
	if segment := address >> code.SegmentShift; segment != lineage.Root {
		return lineage.Text("main", segment) + "." + name
	}
	return name
}

// NameOf returns the name of a place.
func (m *Image) NameOf(p OwnPlace) string {
	var name string
	switch {
	case InHeap(p.Address):
		name = m.nameInBlock(p)
	case p.Size <= 8:
		name = m.nameOfLocal(p)
	}
	if name == "" {
		return p.String()
	}
	return name
}

// nameInBlock names a place in a block of a known type; "" in others.
func (m *Image) nameInBlock(p OwnPlace) string {
	b := BlockAt(p.Address)
	block, known := m.blocks[b.Start]
	switch {
	case !known:
		return ""
	case p == b.Fate() && b.Large:
		return block.name + ".size"
	case p == b.Fate():
		return block.name + ".freed"
	}
	element, at := block.element(b, p.Address)
	for _, leaf := range block.of.Layout {
		if leaf.Offset == at && code.Size(leaf.T) == p.Size {
			return element + leaf.Name
		}
	}
	return fmt.Sprintf("%s.bytes%d-%d", element, at, at+p.Size-1)
}

// element names the element of the block b in which an address is, and returns the offset there.
func (n namedBlock) element(b Block, address int64) (name string, offset int64) {
	name, offset = n.name, address-b.Start
	if b.Large || b.Size > n.of.Size {
		name = fmt.Sprintf("%s[%d]", name, offset/n.of.Size)
	}
	return name, offset % n.of.Size
}

// nameOfLocal names a place in a local or a thread-local variable; "" in none.
func (m *Image) nameOfLocal(p OwnPlace) string {
	leaf, from, ok, _ := m.Leaf(p.Address)
	if !ok || from != p.Address || code.Size(leaf.T) != p.Size || leaf.Name == "" {
		return ""
	}
	f, n := m.Frame(p.Address)
	if f == nil || f == m.Functions[m.Main] && p.Address>>code.SegmentShift == lineage.Root {
		return lineage.Text("main", p.Address>>code.SegmentShift) + "." + leaf.Name
	}
	name := f.Name
	if n > 0 {
		name = fmt.Sprintf("%s#%d", name, n+1)
	}
	return inThread(p.Address, name+"."+leaf.Name)
}

// ShowValue formats a value of the variable with that number: an address of memory that threads make, a function or a string as such, the address
// of a variable of the file if the variable is a pointer, since such addresses are small, and other values as numbers.
func (m *Image) ShowValue(variable int32, v int64) string {
	if _, partly := code.BitsSet(v); partly && v < code.ConstantSpace {
		if p, own := m.Own.placeOf(variable); own && p.Size <= code.MostPartly && p.Size > 1 {
			return strconv.FormatInt(v&(1<<32-1), 10)
		}
	}
	switch {
	case v == code.Undefined:
		return "no value"
	case v >= code.ConstantSpace && v < code.FunctionSpace:
		if text, ok := m.text(v - code.ConstantSpace); ok {
			return strconv.Quote(text)
		}
	case v >= code.FunctionSpace && v < code.FunctionSpace+int64(len(m.Functions)):
		return m.Functions[v-code.FunctionSpace].Name
	case v>>code.SegmentShift != 0 && v > 0 && v < code.ConstantSpace:
		if target := m.nameOfTarget(v); target != "" {
			return "&" + target
		}
		if InHeap(v) && m.isPointer(variable) { // to a block whose type is not known
			return "&" + OwnPlace{Address: v}.String()
		}
	case v >= code.FirstAddress && v <= m.Bytes && m.isPointer(variable):
		if target := m.nameOfGlobal(v); target != "" {
			return "&" + target
		}
	}
	return strconv.FormatInt(v, 10)
}

// isPointer reports whether the variable with that number is a pointer, as far as the file says.
func (m *Image) isPointer(variable int32) bool {
	p, own := m.Own.placeOf(variable)
	switch {
	case own && InHeap(p.Address):
		b := BlockAt(p.Address)
		block, known := m.blocks[b.Start]
		if !known {
			return false
		}
		_, at := block.element(b, p.Address)
		return isPointerAt(block.of.Layout, at)
	case own && p.Address>>code.SegmentShift == 0:
		g := m.globalAt(p.Address)
		return g != nil && isPointerAt(g.Layout, p.Address-g.Address)
	case own:
		leaf, from, ok, _ := m.Leaf(p.Address)
		return ok && from == p.Address && leaf.Pointer
	}
	i := slices.IndexFunc(m.Cells, func(c Cell) bool { return !c.Role.IsMutex() && c.Variable.Number() == variable })
	if i < 0 {
		return false
	}
	g := m.globalAt(m.Cells[i].Address)
	return g != nil && isPointerAt(g.Layout, m.Cells[i].Address-g.Address)
}

func isPointerAt(l code.Layout, at int64) bool {
	return slices.ContainsFunc(l, func(l code.Leaf) bool { return l.Offset == at && l.Pointer })
}

// nameOfGlobal names the variable of the file, or its part, at an address; "" if there is none.
func (m *Image) nameOfGlobal(address int64) string {
	if g := m.globalAt(address); g != nil {
		return nameOfPart(g.Name, g.Layout, address-g.Address)
	}
	return ""
}

// globalAt returns the variable of the file that has an address, or nil.
func (m *Image) globalAt(address int64) *code.Global {
	for _, g := range m.Globals {
		if at := address - g.Address; !g.ThreadLocal && at >= 0 && at < g.Size {
			return g
		}
	}
	return nil
}

// nameOfPart names the part of something at an offset.
func nameOfPart(name string, l code.Layout, at int64) string {
	if at == 0 {
		return name
	}
	if i := slices.IndexFunc(l, func(l code.Leaf) bool { return l.Offset == at }); i >= 0 {
		return name + l[i].Name
	}
	return fmt.Sprintf("%s+%d", name, at)
}

// FindsNothing reports whether a read of the variable with that number, which had that result, has only found that a block is not
// freed, or that a call or a thread is not over.
func (m *Image) FindsNothing(variable int32, result int64) bool {
	p, own := m.Own.placeOf(variable)
	switch {
	case !own:
		return false
	case p.Size == frameSize:
		return result == 0
	case InHeap(p.Address):
		return result != Freed && p == BlockAt(p.Address).Fate()
	}
	return false
}

// text returns the string at an offset of the constants, if it is printable and short.
func (m *Image) text(at int64) (text string, ok bool) {
	const most = 20
	if at >= int64(len(m.Constants)) {
		return "", false
	}
	bytes, _, found := strings.Cut(string(m.Constants[at:]), "\x00")
	printable := !strings.ContainsFunc(bytes, func(r rune) bool { return !unicode.IsPrint(r) })
	return bytes, found && printable && len(bytes) <= most
}

// nameOfTarget names the target of an address in memory of threads; "" if that is not known.
func (m *Image) nameOfTarget(address int64) string {
	if !InHeap(address) {
		if leaf, from, ok, _ := m.Leaf(address); ok && from == address {
			return m.nameOfLocal(OwnPlace{address, code.Size(leaf.T)})
		}
		return ""
	}
	b := BlockAt(address)
	block, known := m.blocks[b.Start]
	if !known {
		return ""
	}
	name, at := block.element(b, address)
	return nameOfPart(name, block.of.Layout, at)
}
