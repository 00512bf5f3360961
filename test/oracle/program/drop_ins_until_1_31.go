//go:build !since_1_32 && !partial

package main

import (
	"maps"

	conversion "k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

var evictionHard = maps.Clone(eviction.DefaultEvictionHard)

// Up to 1.31, drop-ins are decoded into what the file has, which may be the kubelet's own tables of defaults.
func restoreDefaults() {
	eviction.DefaultEvictionHard = maps.Clone(evictionHard)
	conversion.DefaultNodeAllocatableEnforcement = []string{"pods"}
}
