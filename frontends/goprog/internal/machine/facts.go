package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
)

// A fact is something found out about a program, as a word: "w" and the name of a cell that is written once others may reach it;
// "g" and the names of sites, separated by dots, whose channels are in a select together; or "c" and the name of the cell of a WaitGroup that
// counts. Names are hashes of the site, and of the place of the cell. The fact is "late" if a goroutine asks whether its test has ended.
const lateFact = "late"

const nameLength = 12

func nameOfSite(s *memory.Site) string { return nameOfText(s.ID) }

func nameOfCell(s *memory.Site, off int) string {
	return nameOfText(fmt.Sprintf("%s %d", s.ID, s.Place(off)))
}

func nameOfText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:nameLength/2])
}

func writtenFact(s *memory.Site, off int) string { return "w" + nameOfCell(s, off) }

func groupFact(sites []*memory.Site) string {
	names := make([]string, len(sites))
	for i, s := range sites {
		names[i] = nameOfSite(s)
	}
	slices.Sort(names)
	return "g" + strings.Join(slices.Compact(names), ".")
}

// Know makes an image that has executed nothing yet allow for facts.
func (im *Image) Know(facts []string) error {
	for _, fact := range facts {
		if fact == lateFact {
			im.late.Store(true)
			continue
		}
		kind, names := "", []string(nil)
		if fact != "" {
			kind, names = fact[:1], strings.Split(fact[1:], ".")
		}
		if !slices.Contains([]string{"w", "g", "c"}, kind) || slices.ContainsFunc(names, func(n string) bool { return len(n) != nameLength }) {
			return fmt.Errorf("%q is not a fact about a program", fact)
		}
		if im.known == nil {
			im.known, im.grouped, im.counters.known = map[string]bool{}, map[string]*memory.Group{}, map[string]bool{}
		}
		switch kind {
		case "c":
			im.counters.known[names[0]] = true
		case "w":
			im.known[names[0]] = true
		case "g":
			group := &memory.Group{}
			im.groups = append(im.groups, group)
			for _, name := range names {
				if other := im.grouped[name]; other != nil {
					other.Join(group)
				}
				im.grouped[name] = group
			}
		}
	}
	return nil
}

// NewSite is [memory.NewSite], with what is known of the site.
func (im *Image) NewSite(id, name string, elem *layout, array bool) *memory.Site {
	s := memory.NewSite(id, name, elem, array)
	if im.known == nil {
		return s
	}
	for off := range s.Cells() {
		if im.known[nameOfCell(s, off)] {
			s.Write(off)
		}
	}
	s.Group = im.grouped[nameOfSite(s)]
	return s
}
