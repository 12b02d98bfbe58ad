package memory

import (
	"math"

	"dporbench/model/event"
)

// digest is a hash of 128 bits of what a word stands for: half of it makes the word, and the other half
// is compared where the same word comes from something else.
type digest struct{ first, second uint64 }

func (d digest) number(n int64) digest {
	return digest{event.Mix(d.first, uint64(n)), event.Mix(d.second^0x5851f42d4c957f2d, uint64(n))}
}

func (d digest) numbers(ns ...int64) digest {
	for _, n := range ns {
		d = d.number(n)
	}
	return d
}

func (d digest) text(s string) digest {
	for ; len(s) >= 8; s = s[8:] {
		d = d.number(int64(s[0]) | int64(s[1])<<8 | int64(s[2])<<16 | int64(s[3])<<24 | // one load
			int64(s[4])<<32 | int64(s[5])<<40 | int64(s[6])<<48 | int64(s[7])<<56)
	}
	n := int64(len(s)) << 56
	for i := range len(s) {
		n |= int64(s[i]) << (8 * i)
	}
	return d.number(n)
}

func (d digest) complex(c complex128) digest {
	return d.numbers(int64(math.Float64bits(real(c))), int64(math.Float64bits(imag(c))))
}

// word is positive and not small, so that the content of a cell of another type is not mistaken for it.
func (d digest) word() int64 { return int64(d.first&(1<<62-1) | 1<<61) }

// The kinds of things that words stand for, which begin their digests.
const (
	tagString int64 = iota + 1
	tagSlice
	tagIface
	tagClosure
	tagCells
	tagComplex
	tagPointer
	tagMapping
	tagWithin
	tagRecord
	tagPoison
	tagState
	tagKey
)
