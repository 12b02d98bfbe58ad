package suite

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model/memory"
)

// readGenMC reads the tests for a memory model below root/correct, of RC11 or of sequential consistency: in each folder,
// a line of args for each count, the count on the same line of expected, and variants of
// the program, which must all have it.
func readGenMC(root string, m memory.Model) ([]Test, error) {
	folders, err := filepath.Glob(filepath.Join(root, "correct", "*", "*", "variants"))
	var all []Test
	for _, variants := range folders {
		tests, err := readVariants(filepath.Dir(root), filepath.Dir(variants), m)
		if err != nil {
			return nil, err
		}
		all = append(all, tests...)
	}
	return all, err
}

func readVariants(checkout, folder string, m memory.Model) ([]Test, error) {
	under := "sc.mo.in"
	if m.Graphs() {
		under = "rc11.mo.in"
	}
	files, err := filepath.Glob(filepath.Join(folder, "variants", "*.c*"))
	if err != nil {
		return nil, err
	}
	expected, err := lines(filepath.Join(folder, "expected."+under))
	if os.IsNotExist(err) || len(files) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for len(expected) > 1 && strings.TrimSpace(expected[0]) == "" {
		expected = expected[1:]
	}
	args, err := lines(filepath.Join(folder, "args."+under))
	if os.IsNotExist(err) {
		args, expected = []string{""}, expected[:min(1, len(expected))] // the variants repeat it
	} else if err != nil {
		return nil, err
	}
	bounded, err := lines(filepath.Join(folder, "expected.cb.in"))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var all []Test
	for i := range min(len(args), len(expected)) {
		want, err := strconv.ParseInt(strings.TrimSpace(expected[i]), 10, 64)
		if err != nil {
			continue
		}
		options := genmcOptions(checkout, args[i])
		reason := genmcConvention(folder, files, args[i])
		if i > 0 && i == len(args)-1 && isCutOff(filepath.Join(folder, "args."+under)) {
			reason = "GenMC's scripts skip this line, which is the last one and has no newline"
		}
		all = append(all, Test{
			Folder:  filepath.Base(filepath.Dir(folder)),
			Name:    strings.TrimSpace(filepath.Base(folder) + " " + strings.Join(options.Define, " ")),
			Files:   files,
			Options: options,
			Counts:  Complete,
			Want:    want,
			Reason:  reason, Within: within(bounded, i), WithinReason: boundedConvention(folder, files),
			Symmetric: !strings.Contains(args[i], "-disable-sr"),
		})
	}
	return all, nil
}

var (
	unrolled    = regexp.MustCompile(`(?:^|\s)-unroll=(\d+)`)
	notUnrolled = regexp.MustCompile(`-no-unroll=(\w+)`)
)

// genmcOptions parses a line of args: GenMC's options, a |, and the compiler's, with
// paths in the checkout. Spin loops and assumes become waits, as they do in GenMC.
func genmcOptions(checkout, line string) cprog.Options {
	o := cprog.Options{Spin: true, AwaitAssumes: true, Like: cprog.GenMC}
	tool, compiler, _ := strings.Cut(line, "|")
	if m := unrolled.FindStringSubmatch(tool); m != nil {
		o.Unroll, _ = strconv.Atoi(m[1])
	}
	for _, m := range notUnrolled.FindAllStringSubmatch(tool, -1) {
		o.NoUnroll = append(o.NoUnroll, m[1])
	}
	for _, word := range strings.Fields(compiler) {
		if define, ok := strings.CutPrefix(word, "-D"); ok {
			o.Define = append(o.Define, define)
		}
		if include, ok := strings.CutPrefix(word, "-I"); ok {
			include = strings.TrimPrefix(include, "../") // from a folder in the checkout in which GenMC is built
			o.Include = append(o.Include, filepath.Join(checkout, include))
		}
	}
	return o
}

// conventions are GenMC's reasons for counts other than the number of classes, with the
// words in the source that show that they apply.
var conventions = []struct {
	words  []string
	reason string
}{
	{[]string{"__VERIFIER_speculative_read", "__VERIFIER_confirming"}, "GenMC explores less where the program annotates confirming accesses"},
	{[]string{"__VERIFIER_optional"}, "GenMC explores less where the program annotates optional code"},
	{[]string{"__VERIFIER_final_"}, "GenMC explores less where the program annotates final writes"},
}

// boundedConvention returns the reason why GenMC may find other numbers of executions within bounds; "" if no reason is known.
func boundedConvention(folder string, files []string) string {
	text := sources(folder, files)
	switch {
	case strings.Contains(text, "pthread_barrier_wait"):
		return "GenMC's bounded search distinguishes orders of arrivals at a barrier"
	case strings.Contains(text, "__VERIFIER_assume") || strings.Contains(text, "while"):
		return "a thread that waits for a value could not continue, but GenMC treats it as if it could"
	}
	return ""
}

func sources(folder string, files []string) string {
	own, _ := filepath.Glob(filepath.Join(folder, "*.[ch]"))
	var text strings.Builder
	for _, file := range slices.Concat(files, own) {
		source, _ := cli.ReadFile(file)
		text.Write(source)
	}
	return text.String()
}

func genmcConvention(folder string, files []string, args string) string {
	text := sources(folder, files)
	for _, c := range conventions {
		if slices.ContainsFunc(c.words, func(word string) bool { return strings.Contains(text, word) }) {
			return c.reason
		}
	}
	switch {
	case strings.Contains(args, "-lapor"):
		return "GenMC's LAPOR (-lapor) does not order critical sections that commute"
	case strings.Contains(args, "-disable-bam"):
		return "GenMC orders the arrivals at a barrier (-disable-bam)"
	case unrolled.MatchString(args):
		return "GenMC's transformations of loops decide what its -unroll cuts off"
	case filepath.Base(filepath.Dir(folder)) == "ipr" && !strings.Contains(args, "-disable-ipr"):
		return "GenMC explores critical sections in place (-disable-ipr is not given)"
	}
	return ""
}

// within parses line i of expected.cb: the numbers of executions that GenMC finds with at
// most 0, 1, ... preemptions.
func within(bounded []string, i int) (all []int64) {
	if i >= len(bounded) {
		return nil
	}
	for _, word := range strings.Fields(bounded[i]) {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// isCutOff reports whether the last line of a file lacks its newline.
func isCutOff(file string) bool {
	text, err := cli.ReadFile(file)
	return err == nil && !strings.HasSuffix(string(text), "\n")
}

func lines(file string) ([]string, error) {
	text, err := cli.ReadFile(file)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), err
}
