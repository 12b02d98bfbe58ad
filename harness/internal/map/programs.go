package mapping

import (
	"slices"
	"strings"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
)

// readPrograms reads a list of programs, one on each line, written as on the command line. Lines that begin with #
// are comments.
func readPrograms(r *program.Registry, path string) ([]program.Spec, error) {
	text, err := cli.ReadFile(path)
	if err != nil {
		return nil, cli.Usage(err)
	}
	var all []program.Spec
	line := 0
	for words := range strings.Lines(string(text)) {
		line++
		words = strings.TrimSpace(words)
		if words == "" || strings.HasPrefix(words, "#") {
			continue
		}
		s, err := parse(r, words)
		if err != nil {
			return nil, cli.Usagef("%s:%d: %w", path, line, err)
		}
		if slices.ContainsFunc(all, func(other program.Spec) bool { return other.String() == s.String() }) {
			return nil, cli.Usagef("%s:%d: %s is listed twice", path, line, s)
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, cli.Usagef("%s: no program in it", path)
	}
	return all, nil
}

func parse(r *program.Registry, line string) (program.Spec, error) {
	words, err := program.Split(line)
	if err != nil {
		return program.Spec{}, err
	}
	p, err := arguments.Parse(r, words)
	return p.Spec, err
}
