package command

import (
	"slices"
	"strings"

	"dporbench/harness/internal/shared/cli"
)

// CompilerWords returns a command line in which the flags of C compilers that have one dash and several letters are written as this
// command has them. Flags that do not change the meaning of a program are left out: of optimisation, warnings, debugging, linking and the
// standard. A compile_commands.json stands for the files in it. Nothing after -- is changed, and nothing at all where no C file is named.
func CompilerWords(args []string) ([]string, error) {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	rest := args[end:]
	args, err := withoutDatabases(args[:end:end])
	if err != nil {
		return nil, err
	}
	args, end = append(args, rest...), len(args)
	if !slices.ContainsFunc(args[:end], func(a string) bool { return strings.HasSuffix(a, ".c") || strings.HasSuffix(a, ".i") }) {
		return args, nil
	}
	var words []string
	for _, a := range args[:end] {
		switch {
		case a == "-include":
			words = append(words, "--include-first")
		case strings.HasPrefix(a, "-std=") && strings.Contains(a, "++"):
			return nil, cli.Usagef("%s: C++ is not supported, only C", a)
		case changesMeaning(a):
			return nil, cli.Usagef("%s: is not supported: programs are read as for 64-bit Linux on x86", a)
		case !isForCompiler(a):
			words = append(words, a)
		}
	}
	return append(words, args[end:]...), nil
}

func changesMeaning(flag string) bool {
	return slices.Contains([]string{"-m32", "-mx32", "-funsigned-char", "-fshort-enums", "-fpack-struct", "-fopenmp"}, flag)
}

// isForCompiler reports whether a flag affects only how a compiler works.
func isForCompiler(flag string) bool {
	for _, prefix := range []string{"-std=", "-O", "-W", "-f", "-m", "-l", "-L"} {
		if strings.HasPrefix(flag, prefix) {
			return true
		}
	}
	return slices.Contains([]string{"-ansi", "-pedantic", "-pedantic-errors", "-pthread", "-pipe", "-w", "-c", "-g", "-g0", "-g1", "-g2", "-g3", "-ggdb", "-static"}, flag)
}
