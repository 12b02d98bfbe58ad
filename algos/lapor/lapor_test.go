package lapor_test

import (
	"testing"

	"dporbench/algos/algostest"
)

func TestConformance(t *testing.T) { algostest.Run(t, "lapor") }
