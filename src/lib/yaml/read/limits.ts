/** The limit of a request to the API server in bytes, and of etcd; a ConfigMap holds 1 MiB of it. */
export const maxBytes = 3 * 1024 * 1024

/** Levels of lists and mappings. A KubeletConfiguration has six; the kubelet itself accepts 10,000. */
export const maxDepth = 100
