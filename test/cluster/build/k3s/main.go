// k3s as far as its kubelet goes: one process that runs it, with the files and the flags of k3s.
package main

import (
	"context"
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/kubernetes/cmd/kubelet/app"
)

const agent = "/var/lib/rancher/k3s/agent"

func main() {
	name, err := os.Hostname()
	if err != nil {
		panic(err)
	}
	command := app.NewKubeletCommand(context.Background())
	command.SetArgs([]string{
		"--config-dir=" + agent + "/etc/kubelet.conf.d",
		"--hostname-override=" + name,
		"--kubeconfig=" + agent + "/kubelet.kubeconfig",
		"--node-labels=",
	})
	os.Exit(cli.Run(command))
}
