package testify

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/suite"
)

// office is a pool that is mocked.
type office struct{ mock.Mock }

func (o *office) take(ctx context.Context, p *pool, who *string) (int, error) {
	args := o.Called(ctx, p, who)
	return args.Int(0), args.Error(1)
}

// TestMock has arguments whose texts have addresses in them.
func TestMock(t *testing.T) {
	o, p, who := &office{}, &pool{}, "a"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.On("take", ctx, p, &who).Return(1, nil).Once()
	o.On("take", mock.Anything, mock.AnythingOfType("*testify.pool"), mock.MatchedBy(func(*string) bool { return true })).Return(0, errFull)
	n, err := o.take(ctx, p, &who)
	assert.Equal(t, 1, n)
	assert.NoError(t, err)
	n, err = o.take(ctx, p, &who)
	assert.Zero(t, n)
	assert.True(t, errors.Is(err, errFull))
	o.AssertExpectations(t)
	o.AssertNumberOfCalls(t, "take", 2)
}

// TestUnexpected makes a call that is not expected.
func TestUnexpected(t *testing.T) {
	o, who := &office{}, "a"
	o.Test(t)
	o.On("take", mock.Anything, (*pool)(nil), &who).Return(1, nil)
	o.take(t.Context(), &pool{}, &who)
}

// TestOnce has two goroutines for a call that is expected once.
func TestOnce(t *testing.T) {
	o := &office{}
	o.Test(t)
	o.On("take", nil, (*pool)(nil), (*string)(nil)).Return(1, nil).Once()
	var all sync.WaitGroup
	all.Go(func() { o.take(nil, nil, nil) })
	all.Go(func() { o.take(nil, nil, nil) })
	all.Wait()
}

type tickets struct {
	suite.Suite
	p *pool
}

func (s *tickets) SetupTest() { s.p = &pool{taken: map[string]int{}, most: 1} }

func (s *tickets) TestOne() {
	_, err := s.p.take("a")
	s.NoError(err)
}

func (s *tickets) TestTwo() {
	s.p.take("a")
	_, err := s.p.take("b")
	s.Require().ErrorIs(err, errFull)
}

func TestSuite(t *testing.T) { suite.Run(t, new(tickets)) }
