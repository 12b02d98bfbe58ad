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

// ShowValue formats a value: an address of memory that threads make, a function or a string as such, and other values as numbers. Addresses of
// globals are small, and numbers too.
func (m *Image) ShowValue(v int64) string {
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
	}
	return strconv.FormatInt(v, 10)
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
	if at == 0 {
		return name
	}
	for _, leaf := range block.of.Layout {
		if leaf.Offset == at {
			return name + leaf.Name
		}
	}
	return fmt.Sprintf("%s+%d", name, at)
}
