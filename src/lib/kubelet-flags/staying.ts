/**
 * Flags that could be fields, and had better stay flags, with the reason: they are a node's own, while a document is for
 * many nodes, they count before the file is read, or no kubelet runs with them.
 */
export const staying: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'provider-id': 'it is the identity of one node',
    help: 'the kubelet tells about its flags, and ends',
    version: 'the kubelet tells its version, and ends',
    v: 'the kubelet logs before it reads the file',
    vmodule: 'the kubelet logs before it reads the file',
  }),
)

/** What there is to do instead of a flag that is gone and has no field. */
export const instead: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'azure-container-registry-config': 'use a credential provider: --image-credential-provider-config',
    'cni-bin-dir': 'the container runtime has it: bin_dir of containerd, plugin_dirs of CRI-O',
    'cni-cache-dir': 'the container runtime and its CNI plugins decide',
    'cni-conf-dir': 'the container runtime has it: conf_dir of containerd, network_dir of CRI-O',
    'container-runtime': 'containerRuntimeEndpoint says which one',
    'cloud-config': 'the cloud controller manager reads it: the kubelet wants --cloud-provider=external',
    'docker-endpoint': 'cri-dockerd talks to Docker now',
    'image-pull-progress-deadline': 'the container runtime decides: image_pull_progress_timeout of containerd',
    'network-plugin': 'the container runtime calls the CNI plugins',
    'network-plugin-mtu': 'the configuration of the CNI plugins says it',
    'pod-infra-container-image': 'the container runtime decides: sandbox_image of containerd, pause_image of CRI-O',
    'register-schedulable': 'for false, registerWithTaints: node.kubernetes.io/unschedulable with effect NoSchedule',
  }),
)

/** Fields whose relative paths start at the folder of the file, those of the flag at the working directory. */
export const pathFields: ReadonlySet<string> = new Set([
  'staticPodPath',
  'authentication.x509.clientCAFile',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
])
