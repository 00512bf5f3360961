// Prints, as JSON, what the code of a kubelet says of its configuration: the fields, what becomes of a document without any,
// and the feature gates.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	_ "k8s.io/controller-manager/pkg/features/register"
	external "k8s.io/kubelet/config/v1beta1"
	_ "k8s.io/kubernetes/pkg/features"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
)

type facts struct {
	Fields   []fieldFact                    `json:"fields"`
	Defaults *external.KubeletConfiguration `json:"defaults"`
	Gates    map[string]gateFact            `json:"gates"`
}

type gateFact struct {
	Default bool     `json:"default"`
	Stage   string   `json:"stage"`
	Locked  bool     `json:"locked"`
	Deps    []string `json:"deps,omitempty"`
}

func main() {
	all, err := collect()
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func collect() (*facts, error) {
	defaults, err := defaulted()
	if err != nil {
		return nil, err
	}
	gates, err := gates()
	if err != nil {
		return nil, err
	}
	return &facts{Fields: fields(), Defaults: defaults, Gates: gates}, nil
}

// As a kubelet decodes it, and as configz shows it.
func defaulted() (*external.KubeletConfiguration, error) {
	scheme, _, err := scheme.NewSchemeAndCodecs()
	if err != nil {
		return nil, err
	}
	empty, internal, shown := &external.KubeletConfiguration{}, &kubeletconfig.KubeletConfiguration{}, &external.KubeletConfiguration{}
	scheme.Default(empty)
	for _, to := range [][2]runtime.Object{{empty, internal}, {internal, shown}} {
		if err := scheme.Convert(to[0], to[1], nil); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

var stages = map[string]string{"": "ga", "ALPHA": "alpha", "BETA": "beta", "DEPRECATED": "deprecated"}

func gates() (map[string]gateFact, error) {
	all := utilfeature.DefaultMutableFeatureGate
	// As cmd/kubelet/app does it.
	if err := logsapi.AddFeatureGates(all); err != nil {
		return nil, err
	}
	facts := map[string]gateFact{}
	for name, spec := range all.GetAll() {
		stage, known := stages[fmt.Sprint(spec.PreRelease)]
		if !known {
			return nil, fmt.Errorf("the feature gate %s has an unknown stage: %v", name, spec.PreRelease)
		}
		facts[string(name)] = gateFact{spec.Default, stage, spec.LockToDefault, dependencies(name)}
	}
	return facts, nil
}

func names(features []featuregate.Feature) []string {
	var names []string
	for _, feature := range features {
		names = append(names, string(feature))
	}
	return names
}
