//go:build !since_1_36 && !partial

package main

import kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"

func checkTLSCurves(*kubeletconfig.KubeletConfiguration) error { return nil }
