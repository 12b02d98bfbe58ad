package code

// Undefined is the value of a variable, in memory from malloc or in a register, to which nothing has been stored. No
// number is Undefined.
const Undefined = -0x7a11_dead_0f0f_3ed5

// Partly, in Sub of an OpLoad, says that only some bytes of the number need to have a value, whose bits are set beside it. The others
// are 0 if they have none.
const Partly = 1 << 15

// Needed returns the bits, in Sub of an OpLoad, of the bytes that have to have a value.
func Needed(first, last int64) uint16 { return Partly | (1<<(last-first)-1)<<first }

// OfBits, in Sub of an OpStore, says that it stores a bit-field: only the bits of its Mask get a value.
const OfBits = 1

// BitField returns, for C of an OpLoad or an OpStore of a bit-field, the bits that it is about: n bits from one on.
func BitField(from, n int64) Register { return Register(from<<8 | n) }

// Mask returns the bits that an access to a bit-field is about, or 0.
func (i *Instruction) Mask() int64 { return (int64(1)<<(i.C&255) - 1) << (i.C >> 8) }

// MostPartly is the size of the largest number that [PartlySet] can describe.
const MostPartly = 4

// PartlySet returns the value of a variable of which only some bits have a value, those in v. No number of the variable's type has that value.
func PartlySet(v int64, bits uint32) int64 { return int64(bits)<<32 | v&(1<<32-1) }

// BitsSet returns the bits of a variable's value that are set, if it is PartlySet.
func BitsSet(v int64) (bits uint32, partly bool) {
	high := v >> 32
	return uint32(high), high != 0 && high != -1 && v != Undefined
}

// Unset, in Sub of an OpConst, marks the declaration of a variable without a value.
const Unset = 1
