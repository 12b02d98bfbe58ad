package site

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// markdown converts the part of Markdown that our pages use: headings, paragraphs, lists, tables, fenced code, images, links, emphasis,
// comments, and details. Each line of the text is in one block; link converts the address of a link, and "" makes it plain text.
func markdown(text string, link func(address string) string) string {
	c := &converter{lines: strings.Split(text, "\n"), link: link}
	for len(c.lines) > 0 {
		c.block()
	}
	return c.String()
}

type converter struct {
	strings.Builder
	lines []string
	link  func(string) string
}

var (
	heading = regexp.MustCompile(`^(#{1,3}) (.*)$`)
	item    = regexp.MustCompile(`^(?:(-)|\d+\.) `)
	image   = regexp.MustCompile(`^!\[([^\]]*)\]\(figures/([^)]*)\)$`)
)

// block converts the block at the first line.
func (c *converter) block() {
	line := c.lines[0]
	switch {
	case line == "", strings.HasPrefix(line, "<!--"):
		c.lines = c.lines[1:]
	case strings.HasPrefix(line, "<details>"), line == "</details>":
		fmt.Fprintln(c, line)
		c.lines = c.lines[1:]
	case heading.MatchString(line):
		m := heading.FindStringSubmatch(line)
		fmt.Fprintf(c, "<h%d>%s</h%[1]d>\n", len(m[1]), c.inline(m[2]))
		c.lines = c.lines[1:]
	case image.MatchString(line):
		m := image.FindStringSubmatch(line)
		fmt.Fprintf(c, `<p><img src="%s" alt="%s"></p>`+"\n", html.EscapeString(m[2]), html.EscapeString(m[1]))
		c.lines = c.lines[1:]
	case strings.HasPrefix(line, "```"):
		c.fence()
	case strings.HasPrefix(line, "|"):
		c.table()
	case item.MatchString(line):
		c.list()
	default:
		fmt.Fprintf(c, "<p>%s</p>\n", c.inline(c.paragraph()))
	}
}

// paragraph removes and joins the lines up to the next block.
func (c *converter) paragraph() string {
	n := 1
	for n < len(c.lines) && c.lines[n] != "" && !strings.HasPrefix(c.lines[n], "<") && !strings.HasPrefix(c.lines[n], "```") && !item.MatchString(c.lines[n]) {
		n++
	}
	text := strings.Join(c.lines[:n], " ")
	c.lines = c.lines[n:]
	return text
}

func (c *converter) fence() {
	n := 1
	for n < len(c.lines) && !strings.HasPrefix(c.lines[n], "```") {
		n++
	}
	fmt.Fprintf(c, `<pre tabindex="0">%s</pre>`+"\n", html.EscapeString(strings.Join(c.lines[1:n], "\n")))
	c.lines = c.lines[min(n+1, len(c.lines)):]
}

// table converts a table with a head.
func (c *converter) table() {
	c.WriteString("<div class=\"scroll\"><table>\n")
	cell := "th"
	for len(c.lines) > 0 && strings.HasPrefix(c.lines[0], "|") {
		row := strings.Trim(c.lines[0], "|")
		c.lines = c.lines[1:]
		if strings.HasPrefix(row, "---") {
			cell = "td"
			continue
		}
		c.WriteString("<tr>")
		for text := range strings.SplitSeq(row, "|") {
			fmt.Fprintf(c, "<%s>%s</%[1]s>", cell, c.inline(strings.TrimSpace(text)))
		}
		c.WriteString("</tr>\n")
	}
	c.WriteString("</table></div>\n")
}

func (c *converter) list() {
	kind := "ol"
	if strings.HasPrefix(c.lines[0], "- ") {
		kind = "ul"
	}
	fmt.Fprintf(c, "<%s>\n", kind)
	for len(c.lines) > 0 && item.MatchString(c.lines[0]) {
		fmt.Fprintf(c, "<li>%s</li>\n", c.inline(item.ReplaceAllString(c.paragraph(), "")))
	}
	fmt.Fprintf(c, "</%s>\n", kind)
}

// spans are code, links, and strong and plain emphasis.
var spans = regexp.MustCompile("`([^`]+)`|\\[([^\\]]+)\\]\\(([^)]+)\\)|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*")

func (c *converter) inline(text string) string {
	var b strings.Builder
	for {
		m := spans.FindStringSubmatchIndex(text)
		if m == nil {
			b.WriteString(html.EscapeString(text))
			return b.String()
		}
		b.WriteString(html.EscapeString(text[:m[0]]))
		b.WriteString(c.span(text, m))
		text = text[m[1]:]
	}
}

func (c *converter) span(text string, m []int) string {
	group := func(i int) string { return text[m[2*i]:m[2*i+1]] }
	switch {
	case m[2] >= 0:
		return "<code>" + html.EscapeString(group(1)) + "</code>"
	case m[4] >= 0:
		if to := c.link(group(3)); to != "" {
			return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(to), c.inline(group(2)))
		}
		return c.inline(group(2))
	case m[8] >= 0:
		return "<strong>" + c.inline(group(4)) + "</strong>"
	}
	return "<em>" + c.inline(group(5)) + "</em>"
}
