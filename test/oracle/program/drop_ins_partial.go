//go:build partial

package main

import (
	"errors"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

func loadFolder(string) (*kubeletconfig.KubeletConfiguration, error) {
	return nil, errors.New("drop-ins are merged by cmd/kubelet/app, which this release is built without")
}
