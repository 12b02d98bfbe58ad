package tasks

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// Sum is the sum of the hashes of classes, modulo 2^128. It does not depend on the order in which
// they are found, and explorations with different classes have different sums except by chance.
type Sum struct{ high, low uint64 }

// AddClass adds a class, given by its canonical key.
func (s *Sum) AddClass(key []byte) {
	h := sha256.Sum256(key)
	s.Add(Sum{binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:])})
}

func (s *Sum) Add(o Sum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, o.low, 0)
	s.high, _ = bits.Add64(s.high, o.high, carry)
}

// String writes it as 32 hexadecimal digits.
func (s Sum) String() string { return fmt.Sprintf("%016x%016x", s.high, s.low) }

func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Sum) UnmarshalText(text []byte) error {
	data, err := hex.DecodeString(string(text))
	if err != nil || len(data) != 16 {
		return fmt.Errorf("%q is not a sum of hashes: must be 32 hexadecimal digits", text)
	}
	s.high, s.low = binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])
	return nil
}
