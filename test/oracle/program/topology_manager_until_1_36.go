//go:build !since_1_37 && !partial

package main

import (
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
)

func newTopologyManager(c *kubeletconfig.KubeletConfiguration) error {
	_, err := topologymanager.NewManager(machine.Topology, c.TopologyManagerPolicy, c.TopologyManagerScope, c.TopologyManagerPolicyOptions)
	return err
}
