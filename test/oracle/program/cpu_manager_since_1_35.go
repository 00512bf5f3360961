//go:build since_1_35

package main

import (
	"k8s.io/klog/v2"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/utils/cpuset"
)

func newCPUManager(c *kubeletconfig.KubeletConfiguration) error {
	_, err := cpumanager.NewManager(klog.Background(), c.CPUManagerPolicy, c.CPUManagerPolicyOptions, c.CPUManagerReconcilePeriod.Duration, machine, cpuset.New(), reservation, "", nil)
	return err
}
