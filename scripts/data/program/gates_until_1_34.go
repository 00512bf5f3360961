//go:build !since_1_35

package main

import "k8s.io/component-base/featuregate"

// The first release whose gates need others is 1.35.
func dependencies(featuregate.Feature) []string { return names(nil) }
