package parse

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"dporbench/frontends/cprog/internal/source"
)

// packing is the largest alignment of members that #pragma pack allows at a place of a file, 0 for any, and those saved before.
type packing struct {
	most  int
	saved []saved
}

type saved struct {
	name string
	most int
}

var packs = regexp.MustCompile(`^[ \t]*pragma\s+pack\s*\(([^)]*)\)`)

// directive notes the directive whose text after the # is given, if it is #pragma pack.
func (p *packing) directive(line string) error {
	m := packs.FindStringSubmatch(line)
	if m == nil {
		if p.most > 0 && strings.HasPrefix(strings.TrimLeft(line, " \t"), "include") {
			return fmt.Errorf("a file that is included where #pragma pack is in force is not supported")
		}
		return nil
	}
	var action, name string
	for k, word := range strings.Split(m[1], ",") {
		word = strings.TrimSpace(word)
		n, err := strconv.Atoi(word)
		switch {
		case word == "" && k == 0:
			p.most = 0
			return nil
		case k == 0 && (word == "push" || word == "pop"):
			action = word
			if word == "push" {
				p.saved = append(p.saved, saved{most: p.most})
			}
		case err == nil && n >= 0 && n <= 16 && n&(n-1) == 0 && action != "pop":
			p.most = n
		case err != nil && action != "" && name == "":
			name = word
		default:
			return fmt.Errorf("#pragma pack(%s) is not supported", m[1])
		}
	}
	if action == "push" {
		p.saved[len(p.saved)-1].name = name
	} else if action == "pop" {
		p.pop(name)
	}
	return nil
}

// pop restores the last alignment saved, or the last one saved under a name.
func (p *packing) pop(name string) {
	for k := len(p.saved) - 1; k >= 0; k-- {
		if name == "" || p.saved[k].name == name {
			p.most, p.saved = p.saved[k].most, p.saved[:k]
			return
		}
	}
}

// attribute returns the attribute for a record that is defined here.
func (p *packing) attribute() string {
	if p.most == 0 {
		return ""
	}
	return fmt.Sprintf(" __attribute__((%s(%d)))", source.Pack, p.most)
}
