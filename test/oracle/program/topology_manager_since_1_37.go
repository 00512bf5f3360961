//go:build since_1_37

package main

import (
	"k8s.io/klog/v2"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
)

func newTopologyManager(c *kubeletconfig.KubeletConfiguration) error {
	_, err := topologymanager.NewManager(klog.Background(), machine.Topology, c.TopologyManagerPolicy, c.TopologyManagerScope, c.TopologyManagerPolicyOptions)
	return err
}
