// Package origin identifies the files that a program is made from. A number that was computed for one version of a file
// says nothing about another version, so whatever outlives a process (checkpoints, results, recordings, certificates,
// tasks) names the files of its program, and is refused where they differ.
package origin

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const sumBytes = 16

// File is a file that was read, or all files of a package that were.
type File struct {
	Name string // without the folder of the machine that it was read on
	Sum  string // of the content: the first half of its SHA-256, in hexadecimal
}

// Of returns the File with this content.
func Of(name string, content []byte) File {
	sum := sha256.Sum256(content)
	return File{name, hex.EncodeToString(sum[:sumBytes])}
}

// Files are all files of a program, sorted by Sorted.
type Files []File

// Sorted returns the files in the order of their names, each once.
func Sorted(files []File) Files {
	return slices.Compact(slices.SortedFunc(slices.Values(files), func(a, b File) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Sum, b.Sum))
	}))
}

// Package returns a File that stands for several.
func Package(name string, files []File) File {
	var all strings.Builder
	for _, f := range Sorted(files) {
		fmt.Fprintf(&all, "%s %s\n", f.Name, f.Sum)
	}
	return Of(name, []byte(all.String()))
}

// Sum returns one sum for all files, or "" for none.
func (f Files) Sum() string {
	if len(f) == 0 {
		return ""
	}
	return Package("", f).Sum
}

// Differs returns the name of a file that is not the same in both, or "" if all are the same.
func (f Files) Differs(other Files) string {
	for i := range min(len(f), len(other)) {
		if f[i] != other[i] {
			return min(f[i].Name, other[i].Name)
		}
	}
	switch {
	case len(f) > len(other):
		return f[len(other)].Name
	case len(f) < len(other):
		return other[len(f)].Name
	}
	return ""
}

// String returns the files in one line, for [Parse].
func (f Files) String() string {
	var words []string
	for _, file := range f {
		name := file.Name
		if name == "" || strings.ContainsAny(name, " \"\\") || strconv.Quote(name) != `"`+name+`"` {
			name = strconv.Quote(name)
		}
		words = append(words, name, file.Sum)
	}
	return strings.Join(words, " ")
}

// Parse reads what String writes.
func Parse(text string) (Files, error) {
	var all []File
	for rest := text; rest != ""; {
		name, after, _ := strings.Cut(rest, " ")
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			name, _ = strconv.Unquote(quoted)
			after = strings.TrimPrefix(rest[len(quoted):], " ")
		}
		sum, more, _ := strings.Cut(after, " ")
		if bytes, err := hex.DecodeString(sum); err != nil || len(bytes) != sumBytes {
			return nil, fmt.Errorf("%q: must be names of files, each with a sum of %d hexadecimal digits", text, 2*sumBytes)
		}
		all, rest = append(all, File{name, sum}), more
	}
	return Sorted(all), nil
}
