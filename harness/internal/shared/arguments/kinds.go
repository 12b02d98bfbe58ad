package arguments

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/benchmarks/objects"
	"dporbench/frontends/smallprog"
	"dporbench/frontends/smallprog/hint"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/program"
)

// kinds are all kinds of programs that a command line can name, in the order in which they are tried.
func kinds() []kind {
	unroll := new(int)
	return []kind{cFiles(unroll), goFunctions(unroll), litmusTests(), smallPrograms(), clients(), benchmarkPrograms()}
}

// kind reads the programs of one Kind.
type kind struct {
	title string // with an article
	// flags adds the flags of this kind. They have a group of their own in help, which is shown where the command line
	// names a program of this kind, such as example.
	flags          func(*pflag.FlagSet)
	group, example string
	// means reports whether the first word of a command line names a program of this kind.
	means func(word string) bool
	// read reads the words of a command line, once the flags are parsed.
	read func(r *program.Registry, words []string) (program.Kind, error)
}

func newKind(title string, means func(word string) bool, read func(r *program.Registry, words []string) (program.Kind, error)) kind {
	return kind{title: title, flags: func(*pflag.FlagSet) {}, means: means, read: read}
}

func benchmarkPrograms() kind {
	any := func(string) bool { return true } // what no other kind means
	return newKind("a benchmark", any, func(r *program.Registry, words []string) (program.Kind, error) {
		b, ok := r.Benchmark(words[0])
		if !ok {
			return nil, unknown(r, words)
		}
		spec := program.Benchmark{Name: b.Name}
		for i, word := range words[1:] {
			n, err := strconv.Atoi(word)
			switch {
			case err == nil:
				spec.Params = append(spec.Params, n)
			case isAlgorithm(r, word):
				return nil, cli.Usagef("parameter %q of %s: is an algorithm: --algo %s", word, b.Name, word)
			case i < len(b.Params):
				return nil, cli.Usagef("parameter %q of %s: must be a whole number from %d to %d", word, b.Name, b.Params[i].Min, b.Params[i].Max)
			default:
				return nil, cli.Usagef("parameter %q of %s: must be a whole number", word, b.Name)
			}
		}
		return spec, nil
	})
}

func litmusTests() kind {
	means := func(word string) bool { return strings.HasSuffix(word, ".litmus") }
	return newKind("a litmus test", means, func(_ *program.Registry, words []string) (program.Kind, error) {
		return program.Litmus{Path: path(words[0])}, noParameters(words)
	})
}

// path is the path of a file, such that it cannot be taken for a flag where the program is named.
func path(word string) string {
	if strings.HasPrefix(word, "-") {
		return "./" + word
	}
	return word
}

func smallPrograms() kind {
	means := func(word string) bool { return strings.Contains(word, ":") } // no benchmark's name does
	return newKind("a small program", means, func(_ *program.Registry, words []string) (program.Kind, error) {
		p, err := smallprog.Parse(words[0])
		if whole := strings.Join(words, " "); len(words) > 1 && strings.ContainsAny(strings.Join(words[1:], ""), "=;") {
			return nil, cli.Usagef("%q is %d arguments: put the program in quotes: '%s'", whole, len(words), whole)
		}
		if wrong, ok := errors.AsType[*smallprog.Error](err); ok {
			if more := hint.Of(wrong); more != "" {
				return nil, cli.Usagef("%v: %s", err, more)
			}
		}
		if err != nil {
			return nil, cli.Usage(err)
		}
		if _, err := smallprog.CheckNames(words[0]); err != nil {
			return nil, cli.Usage(err)
		}
		words[0] = p.String()
		return program.Small{Text: words[0]}, noParameters(words)
	})
}

// unknown is the error for words that name no program. It says how the one that seems to be meant is written.
func unknown(r *program.Registry, words []string) error {
	word, whole := words[0], strings.Join(words, " ")
	_, parsed := smallprog.Parse(smallprog.Named(whole))
	info, found := os.Stat(word)
	switch {
	case strings.ContainsAny(whole, "|=;") && parsed == nil:
		return cli.Usagef("%q is not the name of a benchmark: a program has names of threads, as in '%s'", whole, smallprog.Named(whole))
	case strings.ContainsAny(whole, "|;") || strings.Contains(whole, "=") && !strings.Contains(whole, "-"):
		return cli.Usagef("%q is not the name of a benchmark: a program is written as 'p: x=1; a=y | q: y=1; b=x'", whole)
	case strings.HasSuffix(word, ".go"):
		return cli.Usagef("%s: a Go program is named by its package and function, as in ./folder:Function; the command test takes tests", word)
	case found == nil && info.IsDir():
		return cli.Usagef("%s is a folder: a Go program is named as in %s:Function; the command test takes tests", word, pattern(word))
	case found == nil:
		return cli.Usagef("%s: files of programs end in .c or .litmus", word)
	case isAlgorithm(r, word):
		return cli.Usagef("%s is an algorithm: name a program first, as in lastzero 4 --algo %s", word, word)
	}
	return command.Unknown("benchmark", word, r.BenchmarkNames())
}

// pattern names a folder as the go command does.
func pattern(folder string) string {
	clean := filepath.ToSlash(filepath.Clean(folder))
	if filepath.IsAbs(folder) || strings.HasPrefix(clean, "..") {
		return clean
	}
	return "./" + clean
}

// IsProgram reports whether a word names a program of some kind, or a benchmark that exists.
func IsProgram(r *program.Registry, word string) bool {
	all := kinds()
	_, known := r.Benchmark(word)
	return known || slices.ContainsFunc(all[:len(all)-1], func(k kind) bool { return k.means(word) })
}

func isAlgorithm(r *program.Registry, word string) bool { _, ok := r.Algorithm(word); return ok }

func clients() kind {
	return newKind("a client of an object", objects.IsClient, func(_ *program.Registry, words []string) (program.Kind, error) {
		c, err := objects.ParseClient(words[0])
		if err != nil {
			return nil, cli.Usage(err)
		}
		words[0] = c.String()
		return program.Client{Text: words[0]}, noParameters(words)
	})
}

func noParameters(words []string) error {
	if len(words) > 1 {
		return cli.Usagef("%s takes no parameters, got %d", words[0], len(words)-1)
	}
	return nil
}
