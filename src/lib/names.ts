/**
 * All names that we use in a cluster. Labels, selectors and object names cannot be changed after a release: read
 * docs/adr/0002-names.md before you edit this file.
 */

/** The domain of our annotations and labels. */
export const domain = 'kubeletcfg.dev'

/** The apiVersion of `-o json|yaml`. */
export const outputVersion = `${domain}/v1alpha1`

export const defaultNamespace = 'kube-system'

/** ConfigMaps with kubelet configurations: names and key as in KEP-281 and its proposal of 2016. */
export const document = {
  globalName: 'global-kubelet-configuration',
  nodeSuffix: '-kubelet-configuration',
  key: 'kubelet',
  fieldManager: 'kubeletcfg',
  /** The ConfigMap with the last revisions of deleted documents. */
  revisionsName: 'kubeletcfg-revisions',
  annotation: {
    digest: `${domain}/digest`,
    revision: `${domain}/revision`,
    by: `${domain}/by`,
    at: `${domain}/at`,
    message: `${domain}/message`,
  },
} as const

/** The balloon: one pod per node that requests capacity and uses none (KEP-5620). */
export const balloon = {
  daemonSet: 'nodesize-balloon',
  priorityClass: 'nodesize-balloon',
  clusterRole: 'nodesize-operator',
  container: 'balloon',
  fieldManager: 'nodesize',
  /** On the balloon pods, and the selector of their DaemonSet. */
  podLabel: { key: `nodesize.${domain}/balloon`, value: 'true' },
  /** On nodes that get a balloon. */
  optInLabel: { key: `nodesize.${domain}/enabled`, value: 'true' },
  /** On each object that `nodesize install` created; uninstall deletes only objects with this label. */
  ownerLabel: { key: 'app.kubernetes.io/managed-by', value: 'nodesize' },
} as const
