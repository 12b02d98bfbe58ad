// Package dot writes the tree of an exploration for graphviz.
package dot

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

// Options say how much is written.
type Options struct {
	Limit int // explorations, those that began first; 0 is all
	// Executions says by number which executions are written instead, if it is not nil.
	Executions func(number int) bool
}

// Write writes t.
func Write(w io.Writer, t *tree.Tree, o Options) error {
	if o.Limit == 0 {
		o.Limit = len(t.Leaves)
	}
	g := graph{
		Writer:  bufio.NewWriter(w),
		Drawing: layout.Draw(t, layout.Options{Limit: o.Limit, Executions: o.Executions, Races: len(t.Leaves)}),
		numbers: map[*layout.Column]int{},
		hues:    layout.Hues(len(t.Threads)),
	}
	g.write()
	return g.Flush()
}

type graph struct {
	*bufio.Writer // it keeps the first error for Flush
	*layout.Drawing
	numbers map[*layout.Column]int // of columns, for names of nodes
	hues    []layout.Hue
}

func (g graph) printf(format string, args ...any) { fmt.Fprintf(g, format, args...) }

func (g graph) write() {
	g.printf("digraph %s {\n", quote(g.Tree.Program))
	g.printf("\tlabel=%s; labelloc=t; labeljust=l; ordering=out; ranksep=0.2; fontname=Helvetica;\n", quote(g.Title()+"\n"+g.Counts()))
	g.printf("\tnode [shape=box, style=\"rounded,filled\", fontname=Helvetica, height=0.3];\n\tedge [arrowhead=none, fontname=Helvetica, fontsize=10];\n")
	g.printf("\troot [shape=point, width=0.12];\n")
	for i, c := range g.Columns {
		g.numbers[c] = i
		g.column(c)
	}
	for _, c := range g.Columns {
		g.edges(c)
	}
	for i := range g.Arcs {
		a := &g.Arcs[i]
		g.printf("\t%s -> %s [constraint=false, arrowhead=normal, color=%q, fontcolor=%[3]q, label=%s, tooltip=%s];\n",
			g.name(a.First.Column, a.First.Item), g.name(a.Second.Column, a.Second.Item), "#d1242f", quote(a.Cause.Name),
			quote("reverses "+a.Branch.RaceText(g.Tree.Threads)))
	}
	g.printf("}\n")
}

// name is that of the node of an item.
func (g graph) name(c *layout.Column, i *layout.Item) string {
	return fmt.Sprintf("c%dr%d", g.numbers[c], i.Row)
}

// column writes the nodes of a column, those of its schedule as a cluster.
func (g graph) column(c *layout.Column) {
	open := false
	for i := range c.Items {
		item := &c.Items[i]
		if item.InSchedule && !open {
			g.printf("\tsubgraph cluster_%d {\n\tstyle=\"rounded,filled\"; color=\"#d9a400\"; fillcolor=\"#fff4cc\"; label=\"\";\n", g.numbers[c])
			open = true
		}
		if !item.InSchedule && open {
			g.printf("\t}\n")
			open = false
		}
		g.printf("\t%s [%s];\n", g.name(c, item), g.look(c, item))
	}
	if open {
		g.printf("\t}\n")
	}
}

// look is the attributes of the node of an item.
func (g graph) look(c *layout.Column, i *layout.Item) string {
	switch i.Kind {
	case layout.Event:
		s := c.Steps[i.From]
		hue := g.hues[s.Event.Thread]
		look := fmt.Sprintf("label=%s, color=%q, fillcolor=%q", quote(layout.StepText(g.Tree.Threads, s)), hue.Light, hue.Pale)
		if i.Head {
			look = fmt.Sprintf("label=%s, color=%q, fillcolor=%[2]q, fontcolor=white", quote(layout.StepText(g.Tree.Threads, s)), hue.Light)
		}
		return look
	case layout.Subtree:
		return fmt.Sprintf("shape=triangle, style=filled, fillcolor=\"#eef1f4\", margin=0, label=%s, tooltip=%s", quote(c.Name+"\n"+c.SizeText()), quote(g.Explain(c)))
	}
	look := fmt.Sprintf("label=%s, tooltip=%s", quote(strings.TrimSpace(c.Name+" "+c.EndText())), quote(g.Explain(c)))
	switch {
	case c.Ending != algos.Executed:
		return look + `, fillcolor="#eceff1", fontcolor="#57606a"`
	case c.Outcome == model.Failed:
		return look + `, shape=ellipse, style=filled, fillcolor="#b3261e", fontcolor=white`
	case c.Outcome != model.Complete:
		return look + `, shape=ellipse, style=filled, fillcolor="#ffe2b8"`
	}
	return look + `, shape=ellipse, style=filled, fillcolor=white`
}

// edges join the items of a column, and its first one to its trunk.
func (g graph) edges(c *layout.Column) {
	from := "root"
	if c.Trunk != nil && c.Join >= 0 {
		from = g.name(c.Trunk, c.Trunk.ItemAt(c.Join))
	}
	for i := range c.Items {
		to := g.name(c, &c.Items[i])
		g.printf("\t%s -> %s;\n", from, to)
		from = to
	}
}

// quote makes a string of the language, in which only the quote is special; a
// backslash of the text is doubled, so that it does not begin an escape.
func quote(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text)
	return `"` + text + `"`
}
