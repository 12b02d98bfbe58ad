package registry

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/benchmarks"
	"dporbench/cprog"
	"dporbench/harness/internal/ground/exit"
	"dporbench/litmus"
	"dporbench/model"
)

// CFile is a program in C. Its name is that of the file, with the options behind it
// as on the command line: "fib.c -DN=5 -Iinclude --unroll=3 --spin".
type CFile struct {
	Path    string
	Options cprog.Options
}

// Name is the name of the program.
func (f CFile) Name() string {
	words := []string{f.Path}
	for _, d := range f.Options.Define {
		words = append(words, "-D"+d)
	}
	for _, folder := range f.Options.Include {
		words = append(words, "-I"+folder)
	}
	if n := f.Options.Unroll; n > 0 {
		words = append(words, "--unroll="+strconv.Itoa(n))
	}
	for _, name := range f.Options.NoUnroll {
		words = append(words, "--no-unroll="+name)
	}
	if f.Options.Like == cprog.GenMC {
		words = append(words, "--like=genmc")
	}
	if f.Options.Spin {
		words = append(words, "--spin")
	}
	if f.Options.AwaitAssumes {
		words = append(words, "--await-assumes")
	}
	return strings.Join(words, " ")
}

// IsCFile reports whether a program of that name is a C file.
func IsCFile(name string) bool {
	_, _, ok := cutCFile(name)
	return ok
}

// cutCFile separates the file from the options behind it.
func cutCFile(name string) (path, options string, ok bool) {
	if strings.HasSuffix(name, ".c") && !strings.Contains(name, ".c -") {
		return name, "", true
	}
	path, options, ok = strings.Cut(name, ".c -")
	return path + ".c", "-" + options, ok
}

// ParseCFile reads what Name writes.
func ParseCFile(name string) (CFile, error) {
	path, options, _ := cutCFile(name)
	f := CFile{Path: path}
	for _, word := range strings.Fields(options) {
		switch {
		case strings.HasPrefix(word, "-D"):
			f.Options.Define = append(f.Options.Define, word[2:])
		case strings.HasPrefix(word, "-I"):
			f.Options.Include = append(f.Options.Include, word[2:])
		case strings.HasPrefix(word, "--unroll="):
			n, err := strconv.Atoi(strings.TrimPrefix(word, "--unroll="))
			if err != nil || n < 1 {
				return f, fmt.Errorf("%s: %s: must be a number from 1", path, word)
			}
			f.Options.Unroll = n
		case strings.HasPrefix(word, "--no-unroll="):
			f.Options.NoUnroll = append(f.Options.NoUnroll, strings.TrimPrefix(word, "--no-unroll="))
		case word == "--like=genmc":
			f.Options.Like = cprog.GenMC
		case word == "--spin":
			f.Options.Spin = true
		case word == "--await-assumes":
			f.Options.AwaitAssumes = true
		default:
			return f, fmt.Errorf("%s: option %s: must be -DNAME=VALUE, -IFOLDER, --unroll=N, --no-unroll=FUNCTION, --like=genmc, --spin or --await-assumes", path, word)
		}
	}
	return f, nil
}

// CheckMemory returns an error if a program of that name says less than it should under a
// memory model.
func CheckMemory(name string, m model.Memory) error {
	switch {
	case !m.Buffers():
	case IsCFile(name) && m == model.PSO:
		return exit.Usagef("--memory pso: %s is read as for x86, where a store that releases is a plain one: must be sc, tso or tso-genmc", name)
	case IsLitmus(name) && m == model.PSO:
		t, err := litmus.Load(name)
		if err != nil {
			return exit.Usage(err)
		}
		if order := t.StoreOrder(); order != "" {
			return exit.Usagef("--memory pso: %s orders stores and nothing else, which is not supported: must be sc or tso", order)
		}
	}
	return nil
}

// IsLitmus reports whether a program of that name is a litmus test.
func IsLitmus(name string) bool { return strings.HasSuffix(name, ".litmus") }

func cBenchmark(name string) (benchmarks.Benchmark, error) {
	f, err := ParseCFile(name)
	if err != nil {
		return benchmarks.Benchmark{}, exit.Usage(err)
	}
	p, err := cprog.Load(f.Path, f.Options)
	return benchmarks.Benchmark{Name: f.Name(), Build: func([]int) *model.Program { return p }}, exit.Usage(err)
}
