//go:build !since_1_34 && !partial

package main

import (
	_ "unsafe" // For go:linkname.

	_ "k8s.io/kubernetes/cmd/kubelet/app"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

//go:linkname loadConfigFile k8s.io/kubernetes/cmd/kubelet/app.loadConfigFile
func loadConfigFile(name string) (*kubeletconfig.KubeletConfiguration, error)
