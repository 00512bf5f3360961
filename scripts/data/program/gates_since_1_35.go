//go:build since_1_35

package main

import (
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

func dependencies(name featuregate.Feature) []string {
	return names(utilfeature.DefaultMutableFeatureGate.Dependencies()[name])
}
