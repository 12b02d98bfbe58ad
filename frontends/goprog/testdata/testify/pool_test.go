// Package testify has tests written with testify's assert and require.
package testify

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errFull = errors.New("full")

// pool hands out a few tickets.
type pool struct {
	mu    sync.Mutex
	taken map[string]int
	most  int
}

func (p *pool) take(who string) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.taken) == p.most {
		return 0, fmt.Errorf("ticket for %s: %w", who, errFull)
	}
	p.taken[who]++
	return len(p.taken), nil
}

func TestTake(t *testing.T) {
	p := &pool{taken: map[string]int{}, most: 1}
	var all sync.WaitGroup
	errs := make([]error, 2)
	for i, who := range []string{"a", "b"} {
		all.Go(func() { _, errs[i] = p.take(who) })
	}
	all.Wait()
	require.Len(t, p.taken, 1)
	require.True(t, errs[0] == nil || errs[1] == nil)
	failed := errors.Join(errs...)
	require.Error(t, failed)
	assert.ErrorIs(t, failed, errFull)
	assert.Contains(t, failed.Error(), "ticket for")
	for who, n := range p.taken {
		assert.Equal(t, 1, n, "%s has %d", who, n)
		assert.Contains(t, []string{"a", "b"}, who)
	}
}

// TestFirst assumes that the first of two goroutines gets the ticket.
func TestFirst(t *testing.T) {
	p := &pool{taken: map[string]int{}, most: 1}
	errs := make(chan error, 1)
	go func() {
		_, err := p.take("a")
		errs <- err
	}()
	_, err := p.take("b")
	require.ErrorIs(t, err, errFull)
	require.NoError(t, <-errs)
	require.Equal(t, map[string]int{"a": 1}, p.taken)
}

func TestValues(t *testing.T) {
	a := assert.New(t)
	var none *pool
	a.Nil(none)
	a.Equal([]byte("x"), []byte("x"))
	a.NotEqual(1, int64(1))
	a.EqualValues(1, int64(1))
	a.ElementsMatch([]int{1, 2}, []int{2, 1})
	a.Greater(2, 1)
	a.Empty(map[string]int{})
	a.Zero(0)
	a.InDelta(1.0, 1.01, 0.1)
	a.IsType(&pool{}, none)
	a.PanicsWithValue("p", func() { panic("p") })
	a.NotPanics(func() {})
	a.Subset([]int{1, 2, 3}, []int{1})
	a.NotContains(map[string]int{"a": 1}, "b")
}
