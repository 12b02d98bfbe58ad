package main

import (
	"testing"

	"dporbench/algos/algostest"
)

func TestSleepers(t *testing.T) { algostest.RunAlgorithm(t, sleepers) }
