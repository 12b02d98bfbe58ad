package export

import (
	"fmt"
	"regexp"
	"strings"
)

// names assigns distinct names that C allows. It holds the names taken.
type names map[string]bool

// newNames returns names with the reserved words taken.
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

// own matches the names that are local to the functions.
var own = regexp.MustCompile(`^child\d+$`)

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// of turns any name into an allowed and unused one: array[3] becomes array_3.
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
