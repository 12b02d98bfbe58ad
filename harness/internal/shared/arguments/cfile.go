package arguments

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

// unrollUsage explains --unroll, for C files and Go functions.
const unrollUsage = "maximum iterations of a loop; a thread that would do more stops there"

// cFiles reads C files; unroll is the target of the flag --unroll, which several kinds share.
func cFiles(unroll *int) kind {
	var o cprog.Options
	var nondet [2]int64
	like, races, leaks := "", program.RacesNames[0], program.LeaksNames[0]
	k := newKind("a C file", isCFile, func(_ *program.Registry, words []string) (program.Kind, error) {
		if like != "" {
			o.Like = cprog.GenMC
		}
		o.Races, o.Leaks = cprog.Races(slices.Index(program.RacesNames, races)), cprog.Leaks(slices.Index(program.LeaksNames, leaks))
		o.Unroll, o.Nondet = *unroll, cprog.Range{From: nondet[0], To: nondet[1]}
		file := program.CFile{Path: path(words[0]), Options: o}
		for at, word := range words {
			switch {
			case word == endOfFiles:
				file.Options.Arguments = slices.Concat(o.Arguments, words[at+1:])
				return file, nil
			case !isCFile(word):
				return nil, cli.Usagef("%s takes no parameters but other C files; arguments of main come after --: got %s", words[0], word)
			case at > 0:
				file.Options.More = append(file.Options.More, path(word))
			}
		}
		return file, nil
	})
	k.group, k.example = command.CFiles, "file.c"
	k.flags = func(f *pflag.FlagSet) {
		f.StringArrayVarP(&o.Define, "define", "D", nil, "macro `NAME[=VALUE]`; may be repeated")
		f.StringArrayVarP(&o.Undefine, "undefine", "U", nil, "`NAME` of a macro not to define; may be repeated")
		f.StringArrayVar(&o.First, "include-first", nil, "`FILE` to include before the first line; may be repeated. Also -include FILE")
		f.StringArrayVar(&o.Arguments, "argument", nil, "`ARGUMENT` of main; may be repeated. Also all words after --")
		f.StringArrayVarP(&o.Include, "include", "I", nil, "`FOLDER` of headers; may be repeated")
		f.Var(value.Positive(unroll), "unroll", unrollUsage)
		f.StringArrayVar(&o.NoUnroll, "no-unroll", nil, "`FUNCTION` exempt from --unroll; may be repeated")
		f.Var(value.OneOf(&like, "TOOL", []string{"genmc"}), "like", "adopt GenMC's conventions; with --spin, even where that loses executions")
		f.BoolVar(&o.Spin, "spin", false, "stop a thread when a loop iteration has changed nothing")
		f.Var(value.Range(&nondet), "nondet", "range `FROM..TO` of the values of nondet_* and rand: each value is a choice")
		f.Var(value.OneOf(&races, "WHETHER", program.RacesNames), "data-races", "look for data races; auto does so if the file has atomic accesses, or if a flag names the outcome raced. Otherwise plain accesses are explored as if they were atomic")
		f.Var(value.OneOf(&leaks, "WHICH", program.LeaksNames), "leaks", "look for memory from malloc that is not freed at the end; lost: only memory that nothing reaches any more; unfreed: all of it")
		f.BoolVar(&o.MallocFails, "malloc-fails", false, "let each malloc either succeed or fail, as a choice")
		f.BoolVar(&o.Spurious, "spurious", false, "let each wait at a condition variable end for no reason, and each weak compare-and-swap fail, as a choice; implies --spin")
		f.BoolVar(&o.AwaitAssumes, "await-assumes", false, "wait where an assume tests the value just read")
	}
	return k
}

// endOfFiles is the word after which the arguments of main come, if words name a C file before it.
const endOfFiles = "--"

func isCFile(word string) bool { return strings.HasSuffix(word, ".c") || strings.HasSuffix(word, ".i") }
