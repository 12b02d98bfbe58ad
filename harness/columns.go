package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/results"
)

// newColumns is a page of help: it does nothing.
func newColumns() *cobra.Command {
	var b strings.Builder
	b.WriteString("The columns of a results file. What run --json prints has them as fields, except\n" +
		"that params is an array and peak_stored an object.\n\n")
	for name, doc := range results.Columns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	return &cobra.Command{Use: "columns", Short: "What the columns of a results file mean", Long: b.String()}
}
