package main

import (
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
)

// strictLog is where the kubelet's log goes. Of strict errors that do not stop it the kubelet tells nobody but its log
// (pkg/kubelet/kubeletconfig/util/codec/codec.go).
type strictLog struct {
	errors []string
}

func captureStrictErrors() *strictLog {
	log := &strictLog{}
	klog.SetLogger(logr.New(log))
	return log
}

func (l *strictLog) reset() { l.errors = nil }

func (l *strictLog) Init(logr.RuntimeInfo)               {}
func (l *strictLog) Enabled(int) bool                    { return true }
func (l *strictLog) WithValues(...any) logr.LogSink      { return l }
func (l *strictLog) WithName(string) logr.LogSink        { return l }
func (l *strictLog) Error(err error, _ string, _ ...any) {}

func (l *strictLog) Info(_ int, _ string, values ...any) {
	for _, value := range values {
		err, ok := value.(error)
		if !ok {
			continue
		}
		if strict, ok := runtime.AsStrictDecodingError(err); ok {
			for _, one := range strict.Errors() {
				l.errors = append(l.errors, one.Error())
			}
		}
	}
}
