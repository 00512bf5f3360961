//go:build partial

package main

import kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"

// The start-up needs packages that cannot be had for this release.
func startUp(*kubeletconfig.KubeletConfiguration) []problem { return []problem{} }
