package image

import "dporbench/frontends/cprog/internal/code"

// Initial holds the values that the initialisers of globals and thread-local variables store.
type Initial struct{ globals, threadLocals []byte }

// NewInitial returns values that are all zero.
func NewInitial(p *code.Program) *Initial {
	return &Initial{make([]byte, p.Bytes-code.FirstAddress), make([]byte, p.ThreadLocals)}
}

// bytes returns the bytes of a t at address; nil if nothing is there.
func (m *Initial) bytes(address int64, t code.Scalar) []byte {
	memory, at := m.globals, address-code.FirstAddress
	if address>>code.SegmentShift != 0 {
		memory, at = m.threadLocals, address&(1<<code.SegmentShift-1)
	}
	if at < 0 || at+code.Size(t) > int64(len(memory)) {
		return nil
	}
	return memory[at : at+code.Size(t)]
}

// Load returns the value of type t at address, or 0 if nothing is there.
func (m *Initial) Load(address int64, t code.Scalar) int64 {
	return code.Cut(t, code.LittleEndian(m.bytes(address, t)))
}

// Store stores a value of type t at address.
func (m *Initial) Store(address int64, t code.Scalar, v int64) {
	code.PutLittleEndian(m.bytes(address, t), v)
}
