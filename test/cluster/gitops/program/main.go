// Does with one folder of a repository what Flux and Argo CD would do with it, by their own code, and prints what they would
// show as JSON. Exit code 1 with the error on stderr when the tool would report one.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// What is asked for: `flux apply`, `argo diff`, and so on.
type request struct {
	config *rest.Config
	// Of the Kustomization, or the Application.
	name    string
	objects []*unstructured.Unstructured
	timeout time.Duration
}

var actions = map[string]func(context.Context, request) (any, error){
	"flux apply":  fluxApply,
	"flux wait":   fluxWait,
	"argo diff":   argoDiff,
	"argo sync":   argoSync,
	"argo health": argoHealth,
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	result, err := run(os.Args[1:])
	if result != nil {
		if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
			panic(err)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) (any, error) {
	if len(args) < 2 {
		return nil, errors.New("usage: gitops flux|argo ACTION --name NAME [--timeout 1m] FOLDER")
	}
	action, ok := actions[args[0]+" "+args[1]]
	if !ok {
		return nil, fmt.Errorf("unknown action %s %s", args[0], args[1])
	}
	flags := flag.NewFlagSet("gitops", flag.ContinueOnError)
	name := flags.String("name", "", "of the Kustomization, or the Application")
	timeout := flags.Duration("timeout", time.Minute, "of waits")
	if err := flags.Parse(args[2:]); err != nil {
		return nil, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return nil, err
	}
	objects, err := build(flags.Arg(0))
	if err != nil {
		return nil, err
	}
	return action(context.Background(), request{config, *name, objects, *timeout})
}

// As both tools do: kustomize, as a library.
func build(folder string) ([]*unstructured.Unstructured, error) {
	options := krusty.MakeDefaultOptions()
	resources, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return nil, err
	}
	var objects []*unstructured.Unstructured
	for _, resource := range resources.Resources() {
		text, err := resource.AsYAML()
		if err != nil {
			return nil, err
		}
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(text, &object.Object); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	return objects, nil
}
