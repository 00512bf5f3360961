package main

import (
	"context"
	"fmt"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/cli-utils/pkg/kstatus/polling/engine"
	"github.com/fluxcd/pkg/runtime/statusreaders"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	fluxController = "kustomize-controller"
	fluxGroup      = "kustomize.toolkit.fluxcd.io"
	fluxNamespace  = "flux-system"
)

func fluxManager(config request) (*ssa.ResourceManager, error) {
	kubeClient, err := client.New(config.config, client.Options{})
	if err != nil {
		return nil, err
	}
	readers := []engine.StatusReader{statusreaders.NewCustomJobStatusReader(kubeClient.RESTMapper())}
	poller := polling.NewStatusPoller(kubeClient, kubeClient.RESTMapper(), polling.Options{CustomStatusReaders: readers})
	manager := ssa.NewResourceManager(kubeClient, poller, ssa.Owner{Field: fluxController, Group: fluxGroup})
	manager.SetOwnerLabels(config.objects, config.name, fluxNamespace)
	return manager, nil
}

// What a reconciliation does: each object is compared by a dry run of a server-side apply, and applied if it differs.
func fluxApply(ctx context.Context, config request) (any, error) {
	manager, err := fluxManager(config)
	if err != nil {
		return nil, err
	}
	if err := normalize.UnstructuredList(config.objects); err != nil {
		return nil, err
	}
	changes, err := manager.ApplyAllStaged(ctx, config.objects, fluxOptions())
	if err != nil {
		return nil, err
	}
	actions := map[string]string{}
	for _, entry := range changes.Entries {
		actions[entry.Subject] = string(entry.Action)
	}
	return actions, nil
}

// Those of kustomize-controller 1.9.6 for a Kustomization without options.
func fluxOptions() ssa.ApplyOptions {
	options := ssa.DefaultApplyOptions()
	options.ExclusionSelector = map[string]string{fluxGroup + "/reconcile": "disabled", fluxGroup + "/ssa": "Ignore"}
	options.IfNotPresentSelector = map[string]string{fluxGroup + "/ssa": "IfNotPresent"}
	options.ForceSelector = map[string]string{fluxGroup + "/force": "enabled"}
	options.Cleanup = ssa.ApplyCleanupOptions{
		Annotations: []string{corev1.LastAppliedConfigAnnotation},
		FieldManagers: []ssa.FieldManager{
			{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationApply},
			{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationUpdate},
			{Name: "before-first-apply", OperationType: metav1.ManagedFieldsOperationUpdate},
			{Name: fluxController, OperationType: metav1.ManagedFieldsOperationUpdate},
		},
		Exclusions: map[string]string{fluxGroup + "/ssa": "Merge"},
	}
	return options
}

// What `wait: true` does. The error is the message of the condition Ready of the Kustomization.
func fluxWait(_ context.Context, config request) (any, error) {
	manager, err := fluxManager(config)
	if err != nil {
		return nil, err
	}
	options := ssa.WaitOptions{Interval: time.Second, Timeout: config.timeout, FailFast: true}
	started := time.Now()
	if err := manager.Wait(config.objects, options); err != nil {
		return nil, fmt.Errorf("health check failed after %s: %w", time.Since(started).Round(time.Second), err)
	}
	return "Ready", nil
}
