/** What to do instead of a flag that was removed and that no field replaces. */
export const flagAdvice: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'azure-container-registry-config': 'use a credential provider: --image-credential-provider-config',
    'cni-bin-dir': 'set it in the container runtime: bin_dir of containerd, plugin_dirs of CRI-O',
    'cni-cache-dir': 'the container runtime and its CNI plugins choose it',
    'cni-conf-dir': 'set it in the container runtime: conf_dir of containerd, network_dir of CRI-O',
    'container-runtime': 'set containerRuntimeEndpoint',
    'cloud-config': 'the cloud controller manager reads it; set --cloud-provider=external for the kubelet',
    'docker-endpoint': 'use cri-dockerd for Docker',
    'image-pull-progress-deadline': 'set image_pull_progress_timeout of containerd',
    'network-plugin': 'the container runtime calls the CNI plugins',
    'network-plugin-mtu': 'set it in the configuration of the CNI plugins',
    'pod-infra-container-image': 'set it in the container runtime: sandbox_image of containerd, pause_image of CRI-O',
    'register-schedulable':
      'for false, set registerWithTaints: node.kubernetes.io/unschedulable with effect NoSchedule',
  }),
)
