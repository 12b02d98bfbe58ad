package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
)

// The names in facts are hashes of the site, and of the place of the cell.

func nameOfSite(s *memory.Site) string { return nameOfText(s.ID) }

func nameOfCell(s *memory.Site, off int) string {
	return nameOfText(fmt.Sprintf("%s %d", s.ID, s.Place(off)))
}

func nameOfText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:translation.NameLength/2])
}

func writtenFact(s *memory.Site, off int) translation.Fact {
	return translation.Fact{Kind: translation.Written, Names: nameOfCell(s, off)}
}

func groupFact(sites []*memory.Site) translation.Fact {
	names := make([]string, len(sites))
	for i, s := range sites {
		names[i] = nameOfSite(s)
	}
	slices.Sort(names)
	return translation.Fact{Kind: translation.Grouped, Names: strings.Join(slices.Compact(names), ".")}
}

// Know makes an image that has executed nothing yet allow for facts.
func (im *Image) Know(facts []translation.Fact) {
	im.known, im.grouped, im.counters.known = map[string]bool{}, map[string]*memory.Group{}, map[string]bool{}
	for _, fact := range facts {
		switch fact.Kind {
		case translation.Late:
			im.late.Store(true)
		case translation.Timed:
			im.sleeps.Store(true)
		case translation.Polled:
			im.polls.Store(true)
		case translation.Numbered:
			im.numbers.Store(true)
		case translation.Cleaned:
			im.cleans.Store(true)
		case translation.Counted:
			im.counters.known[fact.Names] = true
		case translation.Written:
			im.known[fact.Names] = true
		case translation.Grouped:
			im.group(strings.Split(fact.Names, "."))
		}
	}
}

// group puts the channels of sites into one group, with all other channels of their earlier groups.
func (im *Image) group(names []string) {
	group := &memory.Group{}
	im.groups = append(im.groups, group)
	for _, name := range names {
		if other := im.grouped[name]; other != nil {
			other.Join(group)
		}
		im.grouped[name] = group
	}
}

// NewSite is [memory.NewSite], with what is known of the site.
func (im *Image) NewSite(id, name string, elem *layout, array bool) *memory.Site {
	s := memory.NewSite(id, name, elem, array)
	if len(im.known)+len(im.grouped) == 0 {
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
