//go:build since_1_36 && !partial

package main

import (
	_ "unsafe" // For go:linkname.

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

//go:linkname appMergeKubeletConfigurations k8s.io/kubernetes/cmd/kubelet/app.mergeKubeletConfigurations
func appMergeKubeletConfigurations(config *kubeletconfig.KubeletConfiguration, folder string) ([]string, error)

func mergeKubeletConfigurations(config *kubeletconfig.KubeletConfiguration, folder string) error {
	_, err := appMergeKubeletConfigurations(config, folder)
	return err
}
