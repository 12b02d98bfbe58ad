package emit

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// typesBlock notes that the block whose address is in r has elements of type t, if the last instruction has allocated it.
func (b *Emitter) typesBlock(n cc.Node, r code.Register, t cc.Type) {
	last := len(b.F.Code) - 1
	if last < 0 || b.F.Code[last].Op != code.OpLibrary || b.F.Code[last].D != r || b.F.Code[last].N != 0 || !tree.HasLayout(t) {
		return
	}
	switch code.LibraryFunction(b.F.Code[last].Sub) {
	case code.LibMalloc, code.LibCalloc, code.LibAlignedAlloc:
		b.F.Code[last].N = code.FirstBlockType + b.blockType(n, t)
	}
}

// blockType returns the index of the type of blocks with elements of type t.
func (b *Emitter) blockType(n cc.Node, t cc.Type) int64 {
	block := code.BlockType{Name: tree.NameOf(t), Size: tree.Size(t), Layout: b.Program.Layouts[b.LayoutOf(n, t)]}
	k := slices.IndexFunc(b.Program.BlockTypes, func(other code.BlockType) bool { return other.Name == block.Name && other.Size == block.Size })
	if k < 0 {
		k = len(b.Program.BlockTypes)
		b.Program.BlockTypes = append(b.Program.BlockTypes, block)
	}
	return int64(k)
}
