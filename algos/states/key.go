package states

import "encoding/binary"

// stateKey returns the key of the state after E: the classes of the threads, and the numbers of its other parts, of which there are fewer than states.
// It is valid until the next call.
func (s *search) stateKey() []byte {
	key := s.appendThreads(s.key[:0])
	s.part = s.appendValues(s.part[:0])
	n, _, _ := s.values.find(s.part)
	key = s.appendWaiting(binary.AppendUvarint(key, uint64(n)))
	if s.races != nil {
		s.part = s.appendPast(s.part[:0])
		n, _, _ := s.pasts.find(s.part)
		key = binary.AppendUvarint(key, uint64(n))
	}
	if s.histories != nil {
		s.part = s.appendHistory(s.part[:0])
		n, _, _ := s.summaries.find(s.part)
		key = binary.AppendUvarint(key, uint64(n))
	}
	s.key = key
	return key
}

// appendWaiting appends the stores in buffers.
func (s *search) appendWaiting(key []byte) []byte {
	s.waiting = s.AppendWaiting(s.waiting[:0])
	for _, w := range s.waiting {
		key = binary.AppendUvarint(key, uint64(w.Issuer)+1)
		key = binary.AppendUvarint(key, uint64(w.Object))
		key = binary.AppendUvarint(append(key, byte(w.Code)), uint64(w.Barred))
		key = appendValue(key, w.Value)
	}
	return key
}

// appendValues appends the values of objects. Objects that have their initial values are left out, since others become known later.
func (s *search) appendValues(key []byte) []byte {
	values := s.ObjectValues()
	for x := len(s.initial); x < len(values); x++ {
		s.initial = append(s.initial, s.initialOf(int32(x)))
	}
	last := 0
	for x, v := range values {
		if v != s.initial[x] {
			key = binary.AppendUvarint(key, uint64(x-last))
			key = appendValue(key, v)
			last = x
		}
	}
	return key
}

// appendValue appends v: small numbers are short, and words for values of Go programs are not.
func appendValue(key []byte, v int64) []byte {
	if -64 <= v && v < 64 {
		return append(key, byte(v+64))
	}
	return binary.LittleEndian.AppendUint64(append(key, 255), uint64(v))
}

func (s *search) initialOf(x int32) int64 {
	if first := int32(s.program.NumVars()); x >= first && x < s.program.FirstMade() {
		return 0 // a mutex
	}
	return s.program.Initial(x)
}
