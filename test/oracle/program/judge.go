package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	external "k8s.io/kubelet/config/v1beta1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	conversion "k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

type verdict struct {
	Valid bool `json:"valid"`
	// Where an invalid document fell: decode, gates or rules; crash where the kubelet has no error but a panic.
	Stage  string    `json:"stage,omitempty"`
	Errors []problem `json:"errors"`
	// What the strict decoder found. Gates that stop the kubelet while it decodes (1.32+) hide it.
	Strict []string `json:"strict"`
	// Why the kubelet exits after all although the document is valid.
	StartUp []problem `json:"startUp"`
	// The document with its defaults, once it decodes.
	Defaulted json.RawMessage `json:"defaulted,omitempty"`
}

type problem struct {
	// The check of the start-up, or the type of a field.Error.
	Type    string `json:"type,omitempty"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
}

type judge struct {
	log   *strictLog
	file  *file
	gates func()
}

func newJudge() (*judge, error) {
	file, err := newFile()
	if err != nil {
		return nil, err
	}
	pretendCgroup2()
	pristine := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	gates := func() {
		fresh := pristine.DeepCopy()
		utilfeature.DefaultMutableFeatureGate, utilfeature.DefaultFeatureGate = fresh, fresh
	}
	return &judge{log: captureStrictErrors(), file: file, gates: gates}, nil
}

// The steps of cmd/kubelet/app/server.go, NewKubeletCommand, without flags.
func (j *judge) verdictOn(load func() (*kubeletconfig.KubeletConfiguration, error)) (v verdict) {
	v = verdict{Errors: []problem{}, Strict: []string{}, StartUp: []problem{}}
	j.gates()
	j.log.reset()
	defer func() {
		if reason := recover(); reason != nil {
			v.fall(stageOfPanic(reason), fmt.Errorf("panic: %v", reason))
		}
		v.Strict = append(v.Strict, j.log.errors...)
	}()
	config, err := load()
	if err != nil {
		v.fall("decode", err)
		return v
	}
	v.Defaulted = defaulted(config)
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(config.FeatureGates); err != nil {
		v.fall("gates", err)
		return v
	}
	if err := validation.ValidateKubeletConfiguration(config, utilfeature.DefaultFeatureGate); err != nil {
		v.fall("rules", err)
		return v
	}
	v.Valid = true
	v.StartUp = startUp(config)
	return v
}

// From 1.32 on defaulting panics at feature gates that cannot be set (pkg/kubelet/apis/config/v1beta1/defaults.go).
func stageOfPanic(reason any) string {
	if strings.HasPrefix(fmt.Sprint(reason), "failed to merge global and in-flight KubeletConfiguration") {
		return "gates"
	}
	return "crash"
}

func (v *verdict) fall(stage string, err error) {
	v.Stage = stage
	if stage == "rules" {
		var all utilerrors.Aggregate
		if errors.As(err, &all) {
			for _, one := range utilerrors.Flatten(all).Errors() {
				v.Errors = append(v.Errors, problemOf(one))
			}
			return
		}
	}
	v.Errors = append(v.Errors, problemOf(err))
}

func problemOf(err error) problem {
	var inField *field.Error
	if errors.As(err, &inField) {
		return problem{Type: string(inField.Type), Field: inField.Field, Message: err.Error()}
	}
	return problem{Message: err.Error()}
}

// As configz shows it. The kubelet never fails to convert what it has decoded.
func defaulted(config *kubeletconfig.KubeletConfiguration) json.RawMessage {
	var versioned external.KubeletConfiguration
	if err := conversion.Convert_config_KubeletConfiguration_To_v1beta1_KubeletConfiguration(config, &versioned, nil); err != nil {
		panic(err)
	}
	text, err := json.Marshal(versioned)
	if err != nil {
		panic(err)
	}
	return text
}
