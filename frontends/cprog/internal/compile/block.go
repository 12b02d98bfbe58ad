package compile

import "dporbench/frontends/cprog/internal/code"

// A local variable of an inner block ends with the block, and a pointer to it dangles while the call continues. If the
// address of such a variable leaves the function, the code records the current block wherever it may be entered from
// elsewhere.

// beginBlock begins a block of the function and returns a function that ends it.
func (b *builder) beginBlock() (end func()) {
	outer := b.block
	if len(b.F.Blocks) == 0 {
		b.F.Blocks = []code.Block{{}}
		return func() {}
	}
	b.F.Blocks = append(b.F.Blocks, code.Block{Outer: outer})
	b.block = int64(len(b.F.Blocks) - 1)
	b.inBlock()
	return func() {
		b.block = outer
		b.inBlock()
	}
}

// inBlock emits the current block.
func (b *builder) inBlock() {
	if b.Nested[b.F.Name] {
		b.Emit(code.Instruction{Op: code.OpBlock, N: b.block})
	}
}

// inside notes a local of the block that others may reach.
func (b *builder) inside(offset, size int64) {
	if b.block == 0 {
		return
	}
	own := &b.F.Blocks[b.block].Locals
	*own = append(*own, code.Extent{Offset: offset, Size: size})
	if !b.Nested[b.F.Name] {
		b.Nested[b.F.Name], b.Found = true, true
	}
}
