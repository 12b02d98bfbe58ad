package export

import (
	"fmt"
	"regexp"
	"strings"
)

// names gives things names that C allows, each another one.
type names map[string]bool

// newNames has those that are taken.
func newNames() names {
	n := names{}
	for _, word := range strings.Fields(reserved) {
		n[word] = true
	}
	return n
}

const reserved = `auto break case char const continue default do double else enum extern float for goto if inline int long
	register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
	main assert abort exit malloc calloc free printf unseen v arg bool true false index time read write signal`

// own are the names that are local to the functions.
var own = regexp.MustCompile(`^child\d+$`)

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// of makes a name of one that need not be allowed: array[3] becomes array_3.
func (n names) of(name string) string {
	base := strings.Trim(notInNames.ReplaceAllString(name, "_"), "_")
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = "x" + base
	}
	unique := base
	for k := 2; n[unique] || own.MatchString(unique); k++ {
		unique = fmt.Sprintf("%s_%d", base, k)
	}
	n[unique] = true
	return unique
}
