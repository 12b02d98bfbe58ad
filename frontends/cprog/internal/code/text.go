package code

import (
	"math"
	"strconv"
	"strings"
)

// ParseNumber returns the bits of the double that is nearest to a decimal number, which must be one. One that is too large is infinite.
func ParseNumber(text string) int64 {
	v, _ := strconv.ParseFloat(text, 64)
	return FloatBits(v, false)
}

// mostDigits bounds the digits after the point.
const mostDigits = 60

// FormatNumber returns the text of the double with these bits, which is not negative, as the conversion f, e, g, F, E or G of
// printf writes it with a precision.
func FormatNumber(bits int64, conversion byte, precision int64) string {
	v := Float(bits, false)
	text := "inf"
	switch format := conversion | 0x20; { // in lower case
	case v != v:
		text = "nan"
	case math.IsInf(v, 0):
	default:
		if format == 'g' && precision == 0 {
			precision = 1
		}
		text = strconv.FormatFloat(v, format, int(min(precision, mostDigits)), 64)
	}
	if conversion < 'a' {
		return strings.ToUpper(text)
	}
	return text
}
