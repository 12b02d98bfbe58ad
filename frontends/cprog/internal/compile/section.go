package compile

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// notBoundary refuses a call of a function of the file that has the name of a section boundary.
func notBoundary(n cc.Node, name string) {
	if _, ok := code.SectionBoundary(name); ok {
		source.Refuse(n, "%s is defined in the file: it must only be declared", name)
	}
}

// boundaryCall compiles a call of a function that begins or ends an atomic section.
func (b *builder) boundaryCall(x *cc.PostfixExpression, name string, _ []cc.ExpressionNode) (emit.Value, bool) {
	op, ok := code.SectionBoundary(name)
	if !ok {
		return emit.Value{}, false
	}
	b.Mark(x)
	b.Boundary(op)
	return emit.Value{R: b.Constant(0), T: b.AST.Void}, true
}

// wholeBoundary begins or ends the atomic section of a function whose every call is one.
func (b *builder) wholeBoundary(op code.Opcode) {
	if code.IsSection(b.F.Name) {
		b.Boundary(op)
	}
}

// findSections notes the atomic sections of f: N of the instruction that begins one is its index.
func findSections(f *code.Function) {
	for at := range f.Code {
		if i := &f.Code[at]; i.Op == code.OpBegin {
			i.N = int64(len(f.Sections))
			f.Sections = append(f.Sections, findSection(f, at))
		}
	}
}

func findSection(f *code.Function, first int) code.Section {
	s := code.Section{First: first, Last: len(f.Code) - 1}
	if !code.IsSection(f.Name) {
		end := slices.IndexFunc(f.Code[first:], func(i code.Instruction) bool { return i.Op == code.OpEnd })
		if end < 0 {
			return s
		}
		s.Last = first + end
	}
	if s.Known = staysInside(f, s) && knowsAddresses(f.Code[s.First+1:s.Last+1]); s.Known {
		s.Body = slices.Clone(f.Code)
		for at := range s.Body {
			if s.Body[at].Op == code.OpEnd {
				s.Body[at] = code.Instruction{Op: code.OpReturn, A: code.NoRegister}
			}
		}
	}
	return s
}

// staysInside reports whether the code enters s only at its beginning and leaves it only at its end.
func staysInside(f *code.Function, s code.Section) bool {
	inside := func(at int) bool { return at > s.First && at <= s.Last }
	for at := range f.Code {
		switch i := &f.Code[at]; {
		case i.Jumps() && inside(at) != inside(int(i.N)):
			return false
		case i.Op == code.OpReturn && inside(at) && !code.IsSection(f.Name):
			return false
		}
	}
	return true
}

// knowsAddresses reports whether every address that the body of a section uses is computed from registers
// that it does not write, or has computed before in their only write.
func knowsAddresses(body []code.Instruction) bool {
	writes, computed := map[code.Register]int{}, map[code.Register]bool{}
	for at := range body {
		writes[body[at].Writes()]++
	}
	known := func(r code.Register) bool { return writes[r] == 0 || writes[r] == 1 && computed[r] }
	for at := range body {
		switch i := &body[at]; {
		case i.Accesses() && !known(i.A):
			return false
		case i.Addresses():
			all := true
			i.Reads(func(r code.Register) { all = all && known(r) })
			computed[i.D] = all
		case !isSimple(i):
			return false
		}
	}
	return true
}

// isSimple reports whether i accesses no memory other than a number at one address.
func isSimple(i *code.Instruction) bool {
	switch i.Op {
	case code.OpCopy, code.OpZero, code.OpCall, code.OpCallPointer, code.OpReturnPoint, code.OpFence, code.OpBegin:
		return false
	case code.OpLibrary:
		switch code.LibraryFunction(i.Sub) {
		case code.LibAssume, code.LibAssert, code.LibFail, code.LibNothing, code.LibSelf, code.LibWide:
		default:
			return false
		}
	}
	return true
}
