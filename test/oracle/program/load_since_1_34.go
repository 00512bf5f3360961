//go:build since_1_34

package main

import (
	"context"
	_ "unsafe" // For go:linkname.

	_ "k8s.io/kubernetes/cmd/kubelet/app"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

//go:linkname appLoadConfigFile k8s.io/kubernetes/cmd/kubelet/app.loadConfigFile
func appLoadConfigFile(ctx context.Context, name string) (*kubeletconfig.KubeletConfiguration, error)

func loadConfigFile(name string) (*kubeletconfig.KubeletConfiguration, error) {
	return appLoadConfigFile(context.Background(), name)
}
