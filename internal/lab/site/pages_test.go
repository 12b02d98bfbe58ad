package site

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"dporbench/docs"
)

// TestPages: the pages for learners are converted as a whole: no markup of Markdown is left, links and figures lead to files of the page,
// and as many headings, rows and listings as in the text are there.
func TestPages(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(docs.Pages, "*.md")
	if err != nil || len(names) != 3 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		text, err := docs.Pages.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page := string(files[pageOf(name)])
		code := regexp.MustCompile(`(?s)<(pre|code)[^>]*>.*?</(pre|code)>`)
		if left := regexp.MustCompile("\\]\\(|\\*\\*|```|`|<!-- |\\|---").FindString(code.ReplaceAllString(page, "")); left != "" {
			t.Errorf("%s: %q is left", name, left)
		}
		for _, m := range regexp.MustCompile(`(?:href|src)="([^"#]+)(#[^"]*)?"`).FindAllStringSubmatch(page, -1) {
			if target := m[1]; target != "./" && files[path.Clean(target)] == nil {
				t.Errorf("%s: no file %s", name, target)
			}
		}
		for pattern, tag := range map[string]string{`(?m)^#{1,3} `: "<h", "(?m)^\\| ": "<tr>", `(?m)^!\[`: "<img"} {
			if want, got := len(regexp.MustCompile(pattern).FindAllString(string(text), -1)), strings.Count(page[strings.Index(page, "<main"):], tag); got != want {
				t.Errorf("%s: %d of %s, want %d", name, got, tag, want)
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"# A <b> & `c<d`":                   "<h1>A &lt;b&gt; &amp; <code>c&lt;d</code></h1>\n",
		"a *b* **c `d`**\ne":                "<p>a <em>b</em> <strong>c <code>d</code></strong> e</p>\n",
		"[x](y.md) [z](no)":                 "<p><a href=\"y.html\">x</a> z</p>\n",
		"- a\n- b\n  c\n\nd":                "<ul>\n<li>a</li>\n<li>b   c</li>\n</ul>\n<p>d</p>\n",
		"```console\n$ a | b\n":             "<pre tabindex=\"0\">$ a | b\n</pre>\n",
		"| a | b |\n|---|---|\n| c | `d` |": "<div class=\"scroll\"><table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td><code>d</code></td></tr>\n</table></div>\n",
	} {
		got := markdown(text, func(to string) string {
			if page, ok := strings.CutSuffix(to, ".md"); ok {
				return page + ".html"
			}
			return ""
		})
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
