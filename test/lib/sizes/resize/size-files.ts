/** A file with these sizes. */
export const fileOf = (sizes: readonly object[]) => ({
  file: 'sizes.yaml',
  bytes: new TextEncoder().encode(
    JSON.stringify({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'NodeSizeConfiguration', sizes }),
  ),
})

export const linux = { 'kubernetes.io/os': 'linux' }
