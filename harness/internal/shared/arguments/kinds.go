package arguments

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/benchmarks/objects"
	"dporbench/frontends/smallprog"
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
			return nil, command.Unknown("benchmark", words[0], r.BenchmarkNames())
		}
		spec := program.Benchmark{Name: b.Name}
		for i, word := range words[1:] {
			n, err := strconv.Atoi(word)
			switch {
			case err == nil:
				spec.Params = append(spec.Params, n)
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
		if err != nil {
			return nil, cli.Usage(err)
		}
		words[0] = p.String()
		return program.Small{Text: words[0]}, noParameters(words)
	})
}

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
