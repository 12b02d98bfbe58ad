package smallprog

// Choices is where a program made at random takes its choices from, such as a
// *rand.Rand. IntN(n) is a number from 0 to n-1, for n > 0; the smaller the
// numbers, the simpler the program.
type Choices interface{ IntN(n int) int }

// Bytes makes choices out of data, a byte for each choice among 256 or fewer.
// When there are no more bytes every choice is 0, so that what is made at random
// comes to an end.
func Bytes(data []byte) Choices { return &byteChoices{data} }

type byteChoices struct{ data []byte }

func (b *byteChoices) IntN(n int) int {
	chosen := 0
	for rest := n - 1; rest > 0 && len(b.data) > 0; rest >>= 8 {
		chosen = chosen<<8 | int(b.data[0])
		b.data = b.data[1:]
	}
	return chosen % n
}
