package unfolding_test

import (
	"testing"

	"dporbench/algos/algostest"
)

func TestConformance(t *testing.T) { algostest.Run(t, "unfolding") }

func TestConformancePartial(t *testing.T) { algostest.Run(t, "unfolding-1") }
