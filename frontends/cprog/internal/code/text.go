package code

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseNumber returns the bits of the double, or of the double that is the float, nearest to a number in decimal or hexadecimal, inf,
// infinity or nan, which text must be. One that is too large is infinite.
func ParseNumber(text string, single bool) int64 {
	text, payload, _ := strings.Cut(strings.ToLower(text), "(")
	if strings.Contains(text, "0x") && !strings.Contains(text, "p") {
		text += "p0"
	}
	size := 64
	if single {
		size = 32
	}
	if strings.HasSuffix(text, "nan") {
		bits := FloatBits(math.NaN(), false) &^ 1
		if n, err := strconv.ParseUint(strings.TrimSuffix(payload, ")"), 0, 64); err == nil && single {
			bits |= int64(n&(1<<22-1)) << 29
		} else if err == nil {
			bits |= int64(n & (1<<51 - 1))
		}
		if text[0] == '-' {
			bits |= math.MinInt64
		}
		return bits
	}
	v, _ := strconv.ParseFloat(text, size)
	return FloatBits(v, false)
}

// Alternate marks a conversion of printf that has the flag #.
const Alternate = 0x80

// FormatNumber returns the text of the double with these bits, which is not negative, as the conversion f, e, g, a, F, E, G or A of
// printf writes it with a precision, which is negative for as many digits as a has.
func FormatNumber(bits int64, conversion byte, precision int64) string {
	alternate := conversion&Alternate != 0
	conversion &^= Alternate
	v := Float(bits, false)
	text := "inf"
	switch {
	case v != v:
		text = "nan"
	case !math.IsInf(v, 0):
		text = formatted(v, conversion|0x20, int(precision), alternate)
	}
	if conversion < 'a' {
		return strings.ToUpper(text)
	}
	return text
}

func formatted(v float64, format byte, precision int, alternate bool) (text string) {
	switch format {
	case 'a':
		text = hexadecimal(v, precision)
	case 'g':
		text = shorter(v, max(precision, 1), alternate)
	default:
		text = strconv.FormatFloat(v, format, precision, 64)
	}
	if alternate && !strings.Contains(text, ".") {
		at := strings.IndexAny(text, "ep")
		if at < 0 {
			at = len(text)
		}
		return text[:at] + "." + text[at:]
	}
	return text
}

// shorter returns v with that many digits, with an exponent if that is small or needs more of them. It ends in zeros if all digits are to
// be written.
func shorter(v float64, digits int, all bool) string {
	if !all {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	withExponent := strconv.FormatFloat(v, 'e', digits-1, 64)
	if x, _ := strconv.Atoi(withExponent[strings.IndexByte(withExponent, 'e')+1:]); x >= -4 && x < digits {
		return strconv.FormatFloat(v, 'f', digits-1-x, 64)
	}
	return withExponent
}

// hexadecimal returns v as C libraries write it: with no more digits than needed for the exponent, which is not below -1022.
func hexadecimal(v float64, precision int) string {
	const least, digits = -1022, 13
	if fraction := math.Float64bits(v); v != 0 && v < math.Ldexp(1, least) {
		if precision >= 0 && precision < digits {
			fraction = uint64(math.RoundToEven(math.Ldexp(float64(fraction), 4*(precision-digits)))) << (4 * (digits - precision))
		}
		text := fmt.Sprintf("%014x", fraction)
		text = text[:1] + "." + text[1:]
		if precision >= 0 {
			text = text[:2] + (text[2:] + strings.Repeat("0", max(precision, digits)))[:precision]
		} else {
			text = strings.TrimRight(text, "0")
		}
		return fmt.Sprintf("0x%sp%d", strings.TrimSuffix(text, "."), least)
	}
	text := strconv.FormatFloat(v, 'x', precision, 64)
	if _, exact := math.Frexp(v); precision >= 0 && v != 0 && strings.HasPrefix(text, "0x1") && !strings.HasSuffix(text, fmt.Sprintf("p%+03d", exact-1)) {
		text = "0x2" + text[3:strings.IndexByte(text, 'p')] + fmt.Sprintf("p%+03d", exact-1) // rounded up, and left like that
	}
	at := strings.IndexByte(text, 'p') + 2
	if text[at] == '0' {
		return text[:at] + text[at+1:]
	}
	return text
}
