package machine

import (
	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/image"
	"dporbench/model"
)

// cell is the scalar of type t at address, which must be as large.
func (th *thread) cell(i *code.Instruction, address int64, t code.Scalar) *image.Cell {
	c := th.find(i, address, t, code.Plain)
	if c.Role != code.Plain {
		th.refuse(i, "a mutex is used as a number")
	}
	if code.Size(c.T) != code.Size(t) {
		th.refuse(i, "accesses of mixed sizes are not supported: of %d bytes to a variable of %d", code.Size(t), code.Size(c.T))
	}
	return c
}

// find is the scalar that begins at address. If nobody has used it yet, it is of type t
// and has role r.
func (th *thread) find(i *code.Instruction, address int64, t code.Scalar, r code.Role) *image.Cell {
	at := address - code.FirstAddress
	switch {
	case address >= 0 && at < 0:
		th.fail(i, "use of a null pointer, or of one near it")
	case at < 0 || address>>code.SegmentShift == 0 && at >= int64(len(th.At)):
		th.fail(i, "use of an address where nothing is")
	case address&code.PrivateSpace != 0:
		th.fail(i, "use of the address of a variable that is another thread's own")
	case address >= code.ConstantSpace:
		th.fail(i, "a constant or a function is used as a variable")
	case address>>code.SegmentShift != 0:
		return th.ownCell(i, address, t, r)
	}
	n := th.At[at]
	if n == 0 {
		th.refuse(i, "accesses of mixed sizes are not supported: no variable begins here")
	}
	return &th.Cells[n-1]
}

// ownCell is the scalar at address in memory that a thread has made.
func (th *thread) ownCell(i *code.Instruction, address int64, t code.Scalar, r code.Role) *image.Cell {
	p := image.OwnPlace{Address: address, Size: code.Size(t)}
	if c := th.Own.Known(p); c != nil {
		return c
	}
	c := th.newCell(p, t, r)
	switch met, overlaps := th.Own.Add(p, c, th.Options.Limits.Variables); {
	case overlaps:
		th.refuse(i, "accesses of mixed sizes are not supported: of %d bytes where others access another number", p.Size)
	case met == nil:
		th.refuse(i, "the memory that threads make is more than %d variables", th.Options.Limits.Variables)
	default:
		c = met
	}
	return c
}

func (th *thread) newCell(p image.OwnPlace, t code.Scalar, r code.Role) *image.Cell {
	if r == code.AMutex {
		r = code.ATryMutex
	}
	at := model.Location{Address: p.Address, Size: p.Size, Name: p.String()}
	return &image.Cell{T: t, Role: r, Variable: th.model.VarAt(at, th.LocalValues[p.ThreadLocal()])}
}

// isPrivate reports whether address is in the private memory. It fails if there is
// no room for a t.
func (th *thread) isPrivate(i *code.Instruction, address int64, t code.Scalar) bool {
	if address&code.PrivateSpace == 0 || address < 0 {
		return false
	}
	if at := address &^ code.PrivateSpace; at+code.Size(t) > int64(len(th.private)) {
		th.fail(i, "use of an address outside of the variable")
	}
	return true
}
