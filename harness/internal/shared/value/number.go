package value

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is a time above 0.
func Duration(target *time.Duration) Value[time.Duration] {
	return Value[time.Duration]{target, "TIME", nil, parseDuration, FormatDuration}
}

func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("must be a time above 0 such as 500ms, 60s or 10m")
	}
	return d, nil
}

// FormatDuration writes 10m rather than 10m0s.
func FormatDuration(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

// Seconds converts a forecast in seconds, which may exceed the longest time.Duration and is then cut to it.
func Seconds(s float64) time.Duration {
	if ns := s * float64(time.Second); ns < math.MaxInt64 {
		return time.Duration(ns)
	}
	return math.MaxInt64
}

// Percent is a share from 0% to 100%.
func Percent(target *float64) Value[float64] {
	return Value[float64]{target, "PERCENT", nil, parsePercent, func(p float64) string { return strconv.FormatFloat(p, 'g', -1, 64) + "%" }}
}

func parsePercent(text string) (float64, error) {
	p, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(p >= 0 && p <= 100) {
		return 0, errors.New("must be a share from 0% to 100%")
	}
	return p, nil
}

// Size is a size in bytes.
func Size(target *int64) Value[int64] {
	return Value[int64]{target, "SIZE", nil, ParseSize, FormatSize}
}

// From is a whole number from least to most.
func From(target *int, least, most int) Value[int] {
	return Value[int]{target, "N", nil, func(text string) (int, error) { return ParseFrom(least, most, text) }, strconv.Itoa}
}

// Positive is a whole number from 1; for one that may be left out, see [Optional].
func Positive(target *int) Value[int] { return From(target, 1, math.MaxInt) }

// ParseFrom reads a number within bounds.
func ParseFrom(least, most int, text string) (int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case most < math.MaxInt && (err != nil || n < least || n > most):
		return 0, fmt.Errorf("must be a whole number from %d to %d", least, most)
	case errors.Is(err, strconv.ErrRange) && text[0] != '-':
		return 0, fmt.Errorf("must be a whole number up to %d", most)
	case err != nil || n < least:
		return 0, fmt.Errorf("must be a whole number from %d", least)
	}
	return n, nil
}

// Optional is a whole number from 1; 0 stands for none and is not shown.
func Optional(target *int64) Value[int64] {
	return Value[int64]{target, "N", nil, func(text string) (int64, error) {
		n, err := ParseFrom(1, math.MaxInt, text)
		return int64(n), err
	}, func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}}
}

// Fold is the length from which chains are folded, at least 2, or 0.
func Fold(target *int) Value[int] {
	return Value[int]{target, "N", nil, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n == 1 {
			return 0, fmt.Errorf("must be a whole number from 2, or 0")
		}
		return n, nil
	}, strconv.Itoa}
}

// No figure needs more repetitions.
const mostRepetitions = 10_000

// Repeat is a number of repetitions, or auto, stored as 0.
func Repeat(target *int) Value[int] {
	return Value[int]{target, "N", nil, func(text string) (int, error) {
		if text == "auto" {
			return 0, nil
		}
		n, err := ParseFrom(1, mostRepetitions, text)
		if err != nil {
			return 0, fmt.Errorf("%w, or auto", err)
		}
		return n, nil
	}, func(n int) string {
		if n == 0 {
			return "auto"
		}
		return strconv.Itoa(n)
	}}
}

// Seed is the seed of a random generator.
func Seed(target *uint64) Value[uint64] {
	return Value[uint64]{target, "N", nil, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("must be a whole number from 0 to %d", uint64(math.MaxUint64))
		}
		return n, nil
	}, func(n uint64) string { return strconv.FormatUint(n, 10) }}
}

// Ratio is a number above 1.
func Ratio(target *float64) Value[float64] {
	return Value[float64]{target, "RATIO", nil, func(text string) (float64, error) {
		r, err := strconv.ParseFloat(text, 64)
		if err != nil || !(r > 1) {
			return 0, fmt.Errorf("must be a number above 1")
		}
		return r, nil
	}, func(r float64) string { return strconv.FormatFloat(r, 'g', -1, 64) }}
}

// Range is a range of whole numbers, ends included; 0..0 stands for none and is not shown.
func Range(target *[2]int64) Value[[2]int64] {
	return Value[[2]int64]{target, "FROM..TO", nil, parseRange, func(r [2]int64) string {
		if r == [2]int64{} {
			return ""
		}
		return fmt.Sprintf("%d..%d", r[0], r[1])
	}}
}

func parseRange(text string) (r [2]int64, err error) {
	from, to, ok := strings.Cut(text, "..")
	if r[0], err = strconv.ParseInt(from, 10, 64); err == nil && ok {
		r[1], err = strconv.ParseInt(to, 10, 64)
	}
	if err != nil || !ok || r[0] >= r[1] {
		return r, errors.New("must be two whole numbers, the lesser one first, such as 0..3")
	}
	return r, nil
}
