package graph

import (
	"context"
	"fmt"

	"dporbench/algos/exhaustive"
	"dporbench/internal/tree"
	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Candidates is [tree.Candidates], with pictures of the first ones, and how many more there are.
func Candidates(ctx context.Context, p *model.Program, m memory.Model, threads []string, limit, most int) (text string, pictures []Picture, more int, err error) {
	var failed error
	text, err = tree.Candidates(ctx, p, m, threads, limit, func(t trace.Trace, v *exhaustive.Violation) {
		if failed != nil || len(pictures) == most {
			more++
			return
		}
		var picture Picture
		picture, failed = candidate(p, t, v, len(pictures)+1)
		pictures = append(pictures, picture)
	})
	if err == nil {
		err = failed
	}
	return text, pictures, more, err
}

// candidate is the picture of the n-th way that the events of a schedule of p may read and be ordered.
func candidate(p *model.Program, t trace.Trace, v *axioms.Violation, n int) (Picture, error) {
	picture, err := Of(p, t)
	picture.Caption, picture.Verdict = fmt.Sprintf("%d under %v", n, t.Memory), "allowed"
	if v != nil {
		picture.Verdict, picture.Cycle = "forbidden: "+v.Axiom, v.Cycle
	}
	return picture, err
}
