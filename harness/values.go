package harness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/size"
	"dporbench/harness/internal/tables"
)

// value is a flag of any type, as [pflag.Value].
type value[T any] struct {
	target *T
	kind   string // as the help shows it
	parse  func(string) (T, error)
	format func(T) string
}

func (v value[T]) String() string {
	if v.target == nil {
		return ""
	}
	return v.format(*v.target)
}

func (v value[T]) Type() string { return v.kind }

func (v value[T]) Set(text string) (err error) {
	parsed, err := v.parse(text)
	if err == nil {
		*v.target = parsed
	}
	return err
}

func algorithmsValue(target *[]string) value[[]string] {
	return value[[]string]{target, "NAMES", parseAlgorithms, func(names []string) string { return strings.Join(names, ",") }}
}

// parseAlgorithms takes a list of names of the catalog, or "all" for those that
// reach every class.
func parseAlgorithms(text string) ([]string, error) {
	if text == "all" {
		return slices.DeleteFunc(catalog.Names(), samples), nil
	}
	names := strings.Split(text, ",")
	for i, name := range names {
		if _, ok := catalog.Lookup(name); !ok {
			return nil, fmt.Errorf("unknown algorithm %q: must be one of %s, or all", name, strings.Join(catalog.Names(), ", "))
		}
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("%s is named twice", name)
		}
	}
	return names, nil
}

func algorithmValue(target *catalog.Algorithm) value[catalog.Algorithm] {
	return value[catalog.Algorithm]{target, "NAME", parseAlgorithm, func(a catalog.Algorithm) string { return a.Name }}
}

func parseAlgorithm(name string) (catalog.Algorithm, error) {
	a, ok := catalog.Lookup(name)
	if !ok {
		return a, fmt.Errorf("unknown algorithm %q: must be one of %s", name, strings.Join(catalog.Names(), ", "))
	}
	return a, nil
}

func orderValue(target *algos.Order) value[algos.Order] {
	return value[algos.Order]{target, "ORDER", parseOrder, algos.Order.String}
}

func parseOrder(text string) (algos.Order, error) {
	var names []string
	for _, o := range algos.Orders() {
		if o.String() == text {
			return o, nil
		}
		names = append(names, o.String())
	}
	return 0, fmt.Errorf("must be one of %s", strings.Join(names, ", "))
}

func durationValue(target *time.Duration) value[time.Duration] {
	return value[time.Duration]{target, "TIME", parseDuration, formatDuration}
}

func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("must be a time above 0 such as 500ms, 60s or 10m")
	}
	return d, nil
}

// formatDuration writes 10m rather than 10m0s.
func formatDuration(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

func sizeValue(target *int64) value[int64] {
	return value[int64]{target, "SIZE", size.Parse, size.Format}
}

func positiveValue(target *int) value[int] {
	return value[int]{target, "N", parsePositive, strconv.Itoa}
}

func parsePositive(text string) (int, error) { return parseFrom(1, text) }

// amountValue takes a number from 0.
func amountValue(target *int) value[int] {
	return value[int]{target, "N", func(text string) (int, error) { return parseFrom(0, text) }, strconv.Itoa}
}

func parseFrom(least int, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, fmt.Errorf("must be a whole number from %d", least)
	}
	return n, nil
}

// countValue takes a number from 1; 0 stands for none and is not shown.
func countValue(target *int64) value[int64] {
	return value[int64]{target, "N", parseCount, formatCount}
}

func parseCount(text string) (int64, error) {
	n, err := parsePositive(text)
	return int64(n), err
}

func formatCount(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func outcomeValue(target *string) value[string] {
	return value[string]{target, "OUTCOME", parseOutcome, func(name string) string { return name }}
}

func parseOutcome(text string) (string, error) {
	if !slices.Contains(outcomes(), text) {
		return "", fmt.Errorf("must be one of %s", strings.Join(outcomes(), ", "))
	}
	return text, nil
}

// foldValue takes a length from which chains are folded, or 0.
func foldValue(target *int) value[int] {
	return value[int]{target, "N", parseFold, strconv.Itoa}
}

func parseFold(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n == 1 {
		return 0, fmt.Errorf("must be a whole number from 2, or 0")
	}
	return n, nil
}

// repeatValue takes a number of repetitions, or auto, which is 0.
func repeatValue(target *int) value[int] {
	return value[int]{target, "N", parseRepeat, formatRepeat}
}

func parseRepeat(text string) (int, error) {
	if text == "auto" {
		return 0, nil
	}
	n, err := parsePositive(text)
	if err != nil {
		return 0, fmt.Errorf("%w, or auto", err)
	}
	return n, nil
}

func formatRepeat(n int) string {
	if n == 0 {
		return "auto"
	}
	return strconv.Itoa(n)
}

func seedValue(target *uint64) value[uint64] {
	return value[uint64]{target, "N", parseSeed, func(n uint64) string { return strconv.FormatUint(n, 10) }}
}

func parseSeed(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("must be a whole number from 0")
	}
	return n, nil
}

func formatValue(target *tables.Format) value[tables.Format] {
	return value[tables.Format]{target, "FORMAT", parseFormat, func(f tables.Format) string { return string(f) }}
}

func parseFormat(text string) (tables.Format, error) {
	var names []string
	for _, f := range tables.Formats() {
		if string(f) == text {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("must be one of %s", strings.Join(names, ", "))
}
