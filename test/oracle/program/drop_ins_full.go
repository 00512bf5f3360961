//go:build !partial

package main

import (
	"path/filepath"
	_ "unsafe" // For go:linkname.

	_ "k8s.io/kubernetes/cmd/kubelet/app"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

//go:linkname kubeletConfigFlagPrecedence k8s.io/kubernetes/cmd/kubelet/app.kubeletConfigFlagPrecedence
func kubeletConfigFlagPrecedence(config *kubeletconfig.KubeletConfiguration, args []string) error

// What a kubelet makes of --config and --config-dir: config.yaml and drop-ins of a folder.
func loadFolder(folder string) (*kubeletconfig.KubeletConfiguration, error) {
	restoreDefaults()
	config, err := loadConfigFile(filepath.Join(folder, "config.yaml"))
	if err != nil {
		return nil, err
	}
	if err := mergeKubeletConfigurations(config, filepath.Join(folder, "drop-ins")); err != nil {
		return nil, err
	}
	return config, kubeletConfigFlagPrecedence(config, nil)
}
