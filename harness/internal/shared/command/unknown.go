package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
)

// Unknown returns an error for a name that is not among the known ones, and suggests
// similar ones.
func Unknown(kind, name string, known []string) error {
	return cli.Usagef("unknown %s %q%s: must be one of %s", kind, name, suggestion(name, known), strings.Join(known, ", "))
}

// suggestion names the known names that are similar.
func suggestion(name string, known []string) string { return didYouMean(similar(name, known)) }

func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(names, " or "))
}

// similar uses cobra's measure for the names of commands. A name that differs in upper and lower case alone is the only one.
func similar(name string, known []string) []string {
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 {
		return known[i : i+1]
	}
	if name == "" {
		return nil
	}
	all := cobra.Command{SuggestionsMinimumDistance: 2}
	for _, k := range known {
		all.AddCommand(&cobra.Command{Use: k, Run: func(*cobra.Command, []string) {}})
	}
	return all.SuggestionsFor(name)
}

// suggestedFlags names the flags that may be meant by a name: those whose names begin like it, or else are similar, or else those
// whose explanation has the word.
func suggestedFlags(name string, set *pflag.FlagSet) string {
	var names, begin, explain []string
	plain := strings.NewReplacer("-", "", "_", "").Replace
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		names = append(names, f.Name)
		if min(len(f.Name), len(name)) >= 3 && (strings.HasPrefix(plain(name), plain(f.Name)) || strings.HasPrefix(plain(f.Name), plain(name))) {
			begin = append(begin, "--"+f.Name)
		}
		if len(name) >= 3 && slices.Contains(strings.FieldsFunc(f.Usage, isNoLetter), name) {
			explain = append(explain, "--"+f.Name)
		}
	})
	if len(begin) > 0 {
		return didYouMean(begin)
	}
	alike := similar(name, names)
	for i := range alike {
		alike[i] = "--" + alike[i]
	}
	if len(alike) > 0 {
		return didYouMean(alike)
	}
	return didYouMean(explain[:min(len(explain), 3)])
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }
