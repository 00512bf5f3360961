//go:build !partial

package main

import (
	"crypto/tls"
	"maps"
	"net/http"

	cadvisor "github.com/google/cadvisor/info/v1"
	"golang.org/x/net/http2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/kubernetes/cmd/kubelet/app"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

type check struct {
	name string
	run  func(*kubeletconfig.KubeletConfiguration) error
}

// What the kubelet does with its configuration after it has found it valid, as far as that takes neither a host nor an
// API server and the kubelet has a function for it.
var checks = []check{
	{"S01", func(c *kubeletconfig.KubeletConfiguration) error {
		_, err := eviction.ParseThresholdConfig(c.EnforceNodeAllocatable, c.EvictionHard, c.EvictionSoft, c.EvictionSoftGracePeriod, c.EvictionMinimumReclaim)
		return err
	}},
	{"S04", func(c *kubeletconfig.KubeletConfiguration) error { return parseReserved(c, c.KubeReserved) }},
	{"S04", func(c *kubeletconfig.KubeletConfiguration) error { return parseReserved(c, c.SystemReserved) }},
	{"S05", func(c *kubeletconfig.KubeletConfiguration) error {
		_, err := cm.ParseQOSReserved(c.QOSReserved)
		return err
	}},
	{"S06", newCPUManager},
	{"S08", newTopologyManager},
	{"S09", func(c *kubeletconfig.KubeletConfiguration) error {
		_, err := parseMaxSize(c.ContainerLogMaxSize)
		return err
	}},
	{"S10", checkTLS},
	{"S10", checkTLSCurves},
	{"S11", func(c *kubeletconfig.KubeletConfiguration) error {
		if c.Authorization.Mode == kubeletconfig.KubeletAuthorizationModeWebhook {
			return nil // It wants a client.
		}
		_, err := app.BuildAuthz(nil, c.Authorization)
		return err
	}},
}

func startUp(config *kubeletconfig.KubeletConfiguration) []problem {
	problems := []problem{}
	for _, check := range checks {
		if err := check.run(config); err != nil {
			problems = append(problems, problem{Type: check.name, Message: err.Error()})
		}
	}
	return problems
}

// With reservedSystemCPUs the kubelet first puts their number in the place of both amounts of cpu.
func parseReserved(c *kubeletconfig.KubeletConfiguration, amounts map[string]string) error {
	if c.ReservedSystemCPUs != "" {
		amounts = maps.Clone(amounts)
		delete(amounts, "cpu")
	}
	_, err := parseResourceList(amounts)
	return err
}

// The last step is net/http's, when the server starts (pkg/kubelet/server/server.go, ListenAndServeKubeletServer).
func checkTLS(c *kubeletconfig.KubeletConfiguration) error {
	suites, err := cliflag.TLSCipherSuites(c.TLSCipherSuites)
	if err != nil {
		return err
	}
	version, err := cliflag.TLSVersion(c.TLSMinVersion)
	if err != nil {
		return err
	}
	if !c.EnableServer {
		return nil
	}
	server := &http.Server{TLSConfig: &tls.Config{CipherSuites: suites, MinVersion: version}}
	return http2.ConfigureServer(server, nil)
}

// Four CPUs on one NUMA node, and one of them reserved: enough for any policy of the CPU manager.
var machine = &cadvisor.MachineInfo{NumCores: 4, NumSockets: 1, Topology: []cadvisor.Node{{
	Distances: []uint64{10},
	Cores: []cadvisor.Core{
		{Id: 0, Threads: []int{0}},
		{Id: 1, Threads: []int{1}},
		{Id: 2, Threads: []int{2}},
		{Id: 3, Threads: []int{3}},
	},
}}}

var reservation = v1.ResourceList{v1.ResourceCPU: resource.MustParse("1")}
