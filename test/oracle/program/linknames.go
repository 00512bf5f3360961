//go:build !partial

package main

import (
	_ "unsafe" // For go:linkname.

	v1 "k8s.io/api/core/v1"
	_ "k8s.io/kubernetes/pkg/kubelet/logs"
)

//go:linkname parseResourceList k8s.io/kubernetes/cmd/kubelet/app.parseResourceList
func parseResourceList(map[string]string) (v1.ResourceList, error)

//go:linkname parseMaxSize k8s.io/kubernetes/pkg/kubelet/logs.parseMaxSize
func parseMaxSize(size string) (int64, error)
