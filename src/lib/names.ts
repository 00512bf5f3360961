/**
 * Every name of ours that ends up in a cluster. Labels, selectors and object names cannot be changed once they are out:
 * see docs/adr/0002-names.md before touching a line.
 */

/** Domain of every annotation and label of ours. */
export const domain = 'kubeletcfg.dev'

/** Group and version of what `-o json|yaml` prints. */
export const outputVersion = `${domain}/v1alpha1`

export const defaultNamespace = 'kube-system'

/** Where kubelet configuration lives: the names and the key of KEP-281 and its 2016 proposal. */
export const document = {
  globalName: 'global-kubelet-configuration',
  nodeSuffix: '-kubelet-configuration',
  key: 'kubelet',
  fieldManager: 'kubeletcfg',
  /** ConfigMap that remembers the last revision of documents that were deleted. */
  revisionsName: 'kubeletcfg-revisions',
  annotation: {
    digest: `${domain}/digest`,
    revision: `${domain}/revision`,
    by: `${domain}/by`,
    at: `${domain}/at`,
    message: `${domain}/message`,
  },
} as const

/** The balloon: one pod per node that holds requests and uses nothing (KEP-5620). */
export const balloon = {
  daemonSet: 'nodesize-balloon',
  priorityClass: 'nodesize-balloon',
  clusterRole: 'nodesize-operator',
  container: 'balloon',
  fieldManager: 'nodesize',
  /** On the balloon pods, and the selector of their DaemonSet. */
  podLabel: { key: `nodesize.${domain}/balloon`, value: 'true' },
  /** On nodes that want a balloon. */
  optInLabel: { key: `nodesize.${domain}/enabled`, value: 'true' },
  /** On each object that `nodesize install` made; uninstall touches nothing without it. */
  ownerLabel: { key: 'app.kubernetes.io/managed-by', value: 'nodesize' },
} as const
