package lab

import "dporbench/internal/quiz"

// Quiz is a question about an experiment, or why there is none.
type Quiz struct {
	*quiz.Question
	Failed string `json:"failed,omitempty"`
}

// Quiz makes the nth question of a kind about an exploration by an algorithm; see [quiz.Make].
func (x Experiment) Quiz(name string, kind quiz.Kind, n int) Quiz {
	p, m, err := x.loadSequences()
	if err != nil {
		return Quiz{Failed: err.Error()}
	}
	a, err := x.lab.algorithm(name)
	if err != nil {
		return Quiz{Failed: err.Error()}
	}
	q, err := quiz.Make(p, m, a, kind, n)
	if err != nil {
		return Quiz{Failed: withoutFlags(err.Error())}
	}
	return Quiz{Question: q}
}
