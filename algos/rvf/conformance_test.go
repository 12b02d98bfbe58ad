package rvf_test

import (
	"testing"

	"dporbench/algos/algostest"
)

func TestConformance(t *testing.T) { algostest.Run(t, "rvf") }
