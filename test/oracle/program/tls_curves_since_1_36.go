//go:build since_1_36

package main

import (
	cliflag "k8s.io/component-base/cli/flag"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

func checkTLSCurves(c *kubeletconfig.KubeletConfiguration) error {
	_, err := cliflag.TLSCurvePreferences(c.TLSCurvePreferences)
	return err
}
