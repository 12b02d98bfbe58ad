package certificate

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dporbench/model/memory"
	"dporbench/model/origin"
)

// Format is the version of the file format.
const Format = 1

const magic = "dporbench certificate "

// Header identifies the run that wrote a certificate: program, algorithm, order, memory model and build.
type Header struct {
	Benchmark string
	Params    []int
	Algorithm string // the algorithm that found the classes
	Order     string // its scheduling order
	Seed      uint64 // of the order, if it is random
	Memory    memory.Model
	Origin    origin.Files // of the program; nil if it is of the executable, or the certificate is of an earlier version
	Build     string       // of the command that wrote it; informative only
}

// Name is the benchmark with its parameters, as on the command line.
func (h Header) Name() string { return strings.TrimSpace(h.Benchmark + " " + formatInts(h.Params)) }

type headerField struct {
	name, value string
	set         func(value string) error
	optional    bool // the line may be missing, and is not written for this value
}

// fields are the lines after the first one, in their order.
func (h *Header) fields() []headerField {
	text := func(name string, field *string) headerField {
		set := func(value string) error { *field = value; return nil }
		return headerField{name, strings.ReplaceAll(*field, "\n", " "), set, false}
	}
	return []headerField{
		text("benchmark", &h.Benchmark),
		{"params", formatInts(h.Params), func(value string) (err error) { h.Params, err = parseInts(value); return err }, false},
		text("algorithm", &h.Algorithm),
		text("order", &h.Order),
		{"seed", strconv.FormatUint(h.Seed, 10), func(value string) (err error) { h.Seed, err = parseSeed(value); return err }, false},
		{"memory", h.Memory.String(), func(value string) (err error) { h.Memory, err = memory.Parse(value); return err }, h.Memory == memory.SC},
		{"source", h.Origin.String(), func(value string) (err error) { h.Origin, err = origin.Parse(value); return err }, len(h.Origin) == 0},
		text("build", &h.Build),
	}
}

func (h Header) lines() []string {
	lines := []string{magic + strconv.Itoa(Format)}
	for _, f := range h.fields() {
		if f.optional {
			continue
		}
		if f.value != "" {
			f.name += " " + f.value
		}
		lines = append(lines, f.name)
	}
	return lines
}

func (f headerField) parse(line string) error {
	name, value, _ := strings.Cut(line, " ")
	if name != f.name {
		return fmt.Errorf("must be %s and a value", f.name)
	}
	if err := f.set(value); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

func checkMagic(line string) error {
	version, ok := strings.CutPrefix(line, magic)
	if !ok {
		return errors.New("not a certificate")
	}
	if version != strconv.Itoa(Format) {
		return fmt.Errorf("a certificate of format %q, want %d", version, Format)
	}
	return nil
}

func formatInts(ints []int) string { return strings.Trim(fmt.Sprint(ints), "[]") }

func parseInts(text string) ([]int, error) {
	var ints []int
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", word)
		}
		ints = append(ints, n)
	}
	return ints, nil
}

func parseSeed(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number from 0", text)
	}
	return n, nil
}

type ending struct {
	classes, events int64
	sum             [sha256.Size]byte // of everything before the last line
}

// endWord begins only the last line; endFormat is the whole line.
const (
	endWord   = "end "
	endFormat = endWord + "classes %d events %d sha256 %x"
)

func (e ending) String() string { return fmt.Sprintf(endFormat, e.classes, e.events, e.sum) }

func parseEnding(line string) (e ending, err error) {
	var sum []byte
	if _, err := fmt.Sscanf(line, endFormat, &e.classes, &e.events, &sum); err == nil && len(sum) == len(e.sum) {
		e.sum = [sha256.Size]byte(sum)
	}
	if e.classes < 0 || e.events < 0 || e.String() != line {
		return ending{}, fmt.Errorf("not a last line: must be like %q, with %d hexadecimal digits",
			endWord+"classes 2 events 6 sha256 01ab…", 2*len(e.sum))
	}
	return e, nil
}
