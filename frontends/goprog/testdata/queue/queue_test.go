package queue

import "testing"

func TestClose(t *testing.T) {
	q := New(1)
	go q.Put(1)
	q.Close()
}
