package test

import (
	"strings"

	"github.com/spf13/pflag"
)

// twoDashes rewrites flags for pflag: go test has -run X and -json where pflag wants --run X and --json. Arguments
// that begin with a flag of one letter stay as they are: -v, -p2.
func twoDashes(flags *pflag.FlagSet, args []string) []string {
	changed := make([]string, len(args))
	for i, arg := range args {
		changed[i] = arg
		if arg == "--" {
			copy(changed[i:], args[i:])
			break
		}
		name, single := strings.CutPrefix(arg, "-")
		name, _, _ = strings.Cut(name, "=")
		if single && len(name) > 1 && name[0] != '-' && (flags.Lookup(name) != nil || flags.ShorthandLookup(name[:1]) == nil) {
			changed[i] = "-" + arg
		}
	}
	return changed
}
