package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// ending is the last line of a certificate.
type ending struct {
	classes, events int64
	sum             [sha256.Size]byte // of all that is before
}

// endWord begins the last line, and no other.
const endWord = "end "

func (e ending) String() string {
	return fmt.Sprintf(endWord+"classes %d events %d sha256 %x", e.classes, e.events, e.sum)
}

func parseEnding(line string) (e ending, err error) {
	words := strings.Split(line, " ")
	if len(words) != 7 || words[1] != "classes" || words[3] != "events" || words[5] != "sha256" {
		return e, fmt.Errorf("not a last line: must be like %q", endWord+"classes 2 events 6 sha256 01ab…")
	}
	if e.classes, err = parseCount(words[2]); err != nil {
		return e, err
	}
	if e.events, err = parseCount(words[4]); err != nil {
		return e, err
	}
	sum, err := hex.DecodeString(words[6])
	if err != nil || len(sum) != len(e.sum) {
		return e, fmt.Errorf("not a checksum: must be %d hexadecimal digits", 2*len(e.sum))
	}
	e.sum = [sha256.Size]byte(sum)
	return e, nil
}

func parseCount(word string) (int64, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a whole number from 0", word)
	}
	return n, nil
}
