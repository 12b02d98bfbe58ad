package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/operation"
)

// part is some bytes of a scalar.
type part struct {
	cell     *image.Cell // nil for padding
	at       int64       // offset of the first byte in the access
	from, of int64       // offset of the first byte in the scalar, and number of bytes
}

// parts returns the parts of an access to a t at address.
func (th *thread) parts(i *code.Instruction, address int64, t code.Scalar) (all []part) {
	th.notes.giveUp()
	return th.partsOf(i, address, t)
}

func (th *thread) partsOf(i *code.Instruction, address int64, t code.Scalar) (all []part) {
	for at := int64(0); at < code.Size(t); {
		p := part{cell: th.find(i, address+at, operation.Uint8, code.Plain), at: at, of: 1}
		if c := p.cell; c != nil {
			if c.Role.IsMutex() {
				th.refuse(i, "a mutex is used as a number")
			}
			p.from = address + at - c.Address
			p.of = min(code.Size(c.T)-p.from, code.Size(t)-at)
		}
		all = append(all, p)
		at += p.of
	}
	return all
}

func (p part) mask() int64 {
	if p.of == 8 {
		return -1
	}
	return 1<<(8*p.of) - 1
}

// loadParts returns the unsigned value at address.
func (th *thread) loadParts(i *code.Instruction, address int64, t code.Scalar) (v int64) {
	for _, p := range th.parts(i, address, t) {
		if p.cell != nil {
			v |= th.defined(i, th.loadCell(i, p.cell)) >> (8 * p.from) & p.mask() << (8 * p.at)
		}
	}
	return v
}

func (th *thread) storeParts(i *code.Instruction, address int64, t code.Scalar, v int64) {
	for _, p := range th.parts(i, address, t) {
		switch own := v >> (8 * p.at) & p.mask(); {
		case p.cell == nil:
		case p.of == code.Size(p.cell.T):
			th.storeCell(i, p.cell, own)
		default:
			th.storeCell(i, p.cell, th.defined(i, th.loadCell(i, p.cell))&^(p.mask()<<(8*p.from))|own<<(8*p.from))
		}
	}
}
