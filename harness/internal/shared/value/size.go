package value

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/docker/go-units"
)

// ParseSize reads a number of bytes such as 4GiB, 1.5GB or 1048576.
func ParseSize(text string) (int64, error) {
	parse := units.FromHumanSize
	if strings.HasSuffix(text, "iB") {
		parse = units.RAMInBytes
	}
	size, err := parse(text)
	if err != nil || size < 1 || size == math.MaxInt64 || strings.Contains(text, " ") {
		return 0, errors.New("must be a size above 0 such as 512MiB, 4GiB or 1.5GB")
	}
	return size, nil
}

// FormatSize writes the size so that ParseSize reads it back: with a unit if three or four digits suffice.
func FormatSize(size int64) string {
	for _, text := range []string{units.BytesSize(float64(size)), units.HumanSize(float64(size))} {
		if same, err := ParseSize(text); err == nil && same == size {
			return text
		}
	}
	return strconv.FormatInt(size, 10)
}
