package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/diff"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/health"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/tracing"
	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"
)

const argoManager = "argocd-controller"

// An Application that is compared with the cluster.
type application struct {
	request
	dynamic dynamic.Interface
	mapper  *restmapper.DeferredDiscoveryRESTMapper
	state   sync.ReconciliationResult
	diffs   *diff.DiffResultList
}

func argoCompare(ctx context.Context, asked request) (*application, error) {
	disco, err := discovery.NewDiscoveryClientForConfig(asked.config)
	if err != nil {
		return nil, err
	}
	dynamicClient, err := dynamic.NewForConfig(asked.config)
	if err != nil {
		return nil, err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(disco))
	app := &application{request: asked, dynamic: dynamicClient, mapper: mapper}
	live := map[kube.ResourceKey]*unstructured.Unstructured{}
	for _, object := range asked.objects {
		app.track(object)
		found, err := app.get(ctx, object)
		if err != nil {
			return nil, err
		}
		if found != nil {
			live[kube.GetResourceKey(found)] = found
		}
	}
	app.state = sync.Reconcile(asked.objects, live, "", app)
	app.diffs, err = diff.DiffArray(app.state.Target, app.state.Live, diff.WithLogr(logr.Discard()), diff.WithManager(argoManager))
	return app, err
}

// By annotation, the default since Argo CD 3.0.
func (app *application) track(object *unstructured.Unstructured) {
	key := kube.GetResourceKey(object)
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations["argocd.argoproj.io/tracking-id"] = fmt.Sprintf("%s:%s/%s:%s/%s", app.name, key.Group, key.Kind, key.Namespace, key.Name)
	object.SetAnnotations(annotations)
}

func (app *application) get(ctx context.Context, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	kind := object.GroupVersionKind()
	mapping, err := app.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if err != nil {
		return nil, err
	}
	found, err := app.dynamic.Resource(mapping.Resource).Namespace(object.GetNamespace()).Get(ctx, object.GetName(), metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return found, err
}

func (app *application) IsNamespaced(kind schema.GroupKind) (bool, error) {
	mapping, err := app.mapper.RESTMapping(kind)
	if err != nil {
		return false, err
	}
	return mapping.Scope.Name() == "namespace", nil
}

func nameOf(object *unstructured.Unstructured) string {
	return object.GetKind() + "/" + object.GetName()
}

// Synced, OutOfSync, or Missing, by object.
func argoDiff(ctx context.Context, asked request) (any, error) {
	app, err := argoCompare(ctx, asked)
	if err != nil {
		return nil, err
	}
	states := map[string]string{}
	for index, target := range app.state.Target {
		switch {
		case app.state.Live[index] == nil:
			states[nameOf(target)] = "Missing"
		case app.diffs.Diffs[index].Modified:
			states[nameOf(target)] = "OutOfSync"
		default:
			states[nameOf(target)] = "Synced"
		}
	}
	return states, nil
}

type syncResult struct {
	Phase   string            `json:"phase"`
	Message string            `json:"message"`
	Objects map[string]string `json:"objects"`
}

// With the sync option ApplyOutOfSyncOnly=true.
func argoSync(ctx context.Context, asked request) (any, error) {
	app, err := argoCompare(ctx, asked)
	if err != nil {
		return nil, err
	}
	kubectl := &kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}
	syncContext, cleanup, err := sync.NewSyncContext("revision", app.state, asked.config, asked.config, kubectl, "",
		sync.WithOperationSettings(false, true, false, false),
		sync.WithManifestValidation(true),
		sync.WithResourceModificationChecker(true, app.diffs),
		sync.WithServerSideApplyManager(argoManager),
		sync.WithLogr(logr.Discard()),
	)
	if err != nil {
		return nil, err
	}
	defer cleanup()
	deadline := time.Now().Add(asked.timeout)
	for {
		syncContext.Sync()
		phase, message, results := syncContext.GetState()
		if phase.Completed() || time.Now().After(deadline) {
			objects := map[string]string{}
			for _, result := range results {
				objects[result.ResourceKey.Kind+"/"+result.ResourceKey.Name] = strings.TrimSpace(string(result.Status) + " " + result.Message)
			}
			return syncResult{string(phase), message, objects}, nil
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// Of each object of the Application that has a health, and of the pods below its Jobs, as the tree of resources shows them. The
// health of the Application is the worst of its objects, but for hooks, of which the examples have none.
func argoHealth(ctx context.Context, asked request) (any, error) {
	app, err := argoCompare(ctx, asked)
	if err != nil {
		return nil, err
	}
	worst := health.HealthStatusHealthy
	found := map[string]*health.HealthStatus{}
	for index, live := range app.state.Live {
		if live == nil {
			// It does not count for the health of the Application: that it is OutOfSync says it.
			found[nameOf(app.state.Target[index])] = &health.HealthStatus{Status: health.HealthStatusMissing}
			continue
		}
		status, err := health.GetResourceHealth(live, nil)
		if err != nil {
			return nil, err
		}
		if status == nil {
			continue
		}
		found[nameOf(live)] = status
		if err := app.podsOf(ctx, live, found); err != nil {
			return nil, err
		}
		if health.IsWorse(worst, status.Status) {
			worst = status.Status
		}
	}
	found["Application/"+app.name] = &health.HealthStatus{Status: worst}
	return found, nil
}

func (app *application) podsOf(ctx context.Context, job *unstructured.Unstructured, found map[string]*health.HealthStatus) error {
	if job.GetKind() != "Job" {
		return nil
	}
	pods := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	list, err := app.dynamic.Resource(pods).Namespace(job.GetNamespace()).List(ctx, metav1.ListOptions{LabelSelector: "batch.kubernetes.io/controller-uid=" + string(job.GetUID())})
	if err != nil {
		return err
	}
	for _, pod := range list.Items {
		status, err := health.GetResourceHealth(&pod, nil)
		if err != nil {
			return err
		}
		// Of several, one that has failed.
		key := "Pod of " + nameOf(job)
		if before := found[key]; before == nil || health.IsWorse(before.Status, status.Status) {
			found[key] = status
		}
	}
	return nil
}
