package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
)

// The event-driven programs of Event-DPOR (Abdulla, Atig, Bønneland, Das, Jonsson, Lång, Sagonas: Tailoring Stateless Model Checking for
// Event-Driven Multi-Threaded Programs, ATVA 2023) post messages to threads, whose queues are protected by mutexes. Their comments state the
// numbers of traces, by a formula. The order of messages that do not conflict is not counted, nor are, therefore, sections of these mutexes.

// eventParameter is N, the size of the programs.
const eventParameter = 2

// readEvents reads the programs below root, a folder with the header of such programs.
func readEvents(root string) (all []Test, err error) {
	if _, err := os.Stat(filepath.Join(root, "qthread.h")); err != nil {
		return nil, nil
	}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".c" {
			return err
		}
		text, err := cli.ReadFile(file)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(filepath.Dir(root), filepath.Dir(file))
		all = append(all, Test{
			Folder: folder, Name: filepath.Base(file), Files: []string{file}, Counts: Lazy, Want: tracesIn(string(text), eventParameter), Reason: eventConvention(string(text)),
			Options: cprog.Options{Define: []string{fmt.Sprintf("N=%d", eventParameter)}, Include: []string{root}},
		})
		return err
	})
	return all, err
}

// eventConvention says why the stated number may differ; "" if nothing is known.
func eventConvention(text string) string {
	const assume = "__VERIFIER_assume("
	if strings.Contains(text, "assume blocked") && strings.Count(text, assume) <= 1 { // which declares it
		return "the stated number counts executions blocked at an assume, which the program no longer has"
	}
	return ""
}

var tracesLine = regexp.MustCompile(`(?m)^//\s*([-+*^!()\[\]N0-9 ]+?)\s*traces?\b`)

// tracesIn returns the number of traces that the text of a program states for N = n, or Unpublished.
func tracesIn(text string, n int64) int64 {
	m := tracesLine.FindStringSubmatch(text)
	if m == nil {
		return Unpublished
	}
	f := formula{strings.NewReplacer(" ", "", "[", "(", "]", ")").Replace(m[1]), n}
	v, ok := f.sum()
	if !ok || f.rest != "" {
		return Unpublished
	}
	return v
}

// formula is the rest of a formula in N, with that value: sums, products, powers and factorials.
type formula struct {
	rest string
	n    int64
}

func (f *formula) accepts(c string) bool {
	rest, ok := strings.CutPrefix(f.rest, c)
	f.rest = rest
	return ok
}

func (f *formula) sum() (v int64, ok bool) {
	v, ok = f.product()
	for ok {
		sign := int64(1)
		if !f.accepts("+") {
			if sign = -1; !f.accepts("-") {
				break
			}
		}
		var w int64
		w, ok = f.product()
		v += sign * w
	}
	return v, ok
}

func (f *formula) product() (v int64, ok bool) {
	v, ok = f.power()
	for ok && f.accepts("*") {
		var w int64
		w, ok = f.power()
		v *= w
	}
	return v, ok
}

func (f *formula) power() (v int64, ok bool) {
	v, ok = f.factor()
	if !ok || !f.accepts("^") {
		return v, ok
	}
	exponent, ok := f.power()
	result := int64(1)
	for range exponent {
		result *= v
	}
	return result, ok
}

func (f *formula) factor() (v int64, ok bool) {
	digits := len(f.rest) - len(strings.TrimLeft(f.rest, "0123456789"))
	switch {
	case f.accepts("N"):
		v, ok = f.n, true
	case f.accepts("("):
		v, ok = f.sum()
		ok = f.accepts(")") && ok
	case digits > 0:
		var err error
		v, err = strconv.ParseInt(f.rest[:digits], 10, 64)
		f.rest, ok = f.rest[digits:], err == nil
		if ok && strings.HasPrefix(f.rest, "N") { // 2N
			f.rest, v = f.rest[1:], v*f.n
		}
	}
	for ok && f.accepts("!") {
		product := int64(1)
		for k := int64(2); k <= v; k++ {
			product *= k
		}
		v = product
	}
	return v, ok
}
