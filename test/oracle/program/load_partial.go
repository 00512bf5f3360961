//go:build partial

package main

import (
	"cluster.test/eviction"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	logsapi "k8s.io/component-base/logs/api/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
	utilfs "k8s.io/kubernetes/pkg/util/filesystem"
)

// As cmd/kubelet/app does it.
func init() {
	if err := logsapi.AddFeatureGates(utilfeature.DefaultMutableFeatureGate); err != nil {
		panic(err)
	}
}

// What loadConfigFile of cmd/kubelet/app does up to 1.32; of some releases not all that it imports can be had. The package
// eviction is a copy of the one file that matters here.
func loadConfigFile(name string) (*kubeletconfig.KubeletConfiguration, error) {
	loader, err := configfiles.NewFsLoader(&utilfs.DefaultFs{}, name)
	if err != nil {
		return nil, err
	}
	config, err := loader.Load()
	if err == nil && config.EvictionHard == nil {
		config.EvictionHard = eviction.DefaultEvictionHard
	}
	return config, err
}
