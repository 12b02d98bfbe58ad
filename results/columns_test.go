package results

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	for d, text := range map[time.Duration]string{
		0:                        "0",
		1:                        "0.000000001",
		1234567890:               "1.23456789",
		time.Minute:              "60",
		-1500 * time.Millisecond: "-1.5",
		math.MaxInt64:            "9223372036.854775807",
		math.MinInt64:            "-9223372036.854775808",
	} {
		if got := formatSeconds(d); got != text {
			t.Errorf("%d is written %s, want %s", d, got, text)
		}
		if got, err := parseSeconds(text); got != d || err != nil {
			t.Errorf("%s is read as %d, error %v, want %d", text, got, err, d)
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range 10000 {
		d := time.Duration(r.Int64() >> r.IntN(63))
		if got, err := parseSeconds(formatSeconds(d)); got != d || err != nil {
			t.Fatalf("%d comes back as %d, error %v", d, got, err)
		}
	}
	for _, text := range []string{"", "-", ".", "1m", "1e3", "NaN", "Inf", "1.2.3", "--1", "1e400", "9223372036.854775808", "+1", " 1"} {
		if d, err := parseSeconds(text); err == nil {
			t.Errorf("%q is read as %d", text, d)
		}
	}
}
