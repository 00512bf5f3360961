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
    /** Written by `push --skip-validation`, and by whoever stores a document that kubelets refuse: the SHA-256 of its text. */
    skipValidation: `${domain}/skip-validation`,
  },
} as const

/** ControllerRevisions with documents as they were pushed: `NAME-OF-THE-CONFIGMAP-REVISION`. */
export const history = {
  /** Its value is the name of the ConfigMap, if that is short enough for a label. */
  label: `${domain}/document`,
} as const

/** A change of the global document that reaches nodes in waves. */
export const rollout = {
  /** The ConfigMap with its state. The name must not end like that of a document. */
  configMap: 'kubeletcfg-rollout-global',
  /** Its keys: the state as JSON, and the texts of both documents. */
  key: { state: 'state', promoted: 'promoted', candidate: 'candidate' },
  fieldManager: 'kubeletcfg',
  /** On nodes: `early` or `late` in the order of a rollout. */
  orderLabel: `${domain}/rollout-order`,
} as const

/** The controller that moves rollouts: what it is called in a cluster. */
export const controller = {
  /** Of its Deployment, ServiceAccount, roles, Lease, PriorityClass, and of the policy that limits its writes. */
  name: 'kubeletcfg-controller',
  /** Of its own, and always this one: the policy for writers of documents names its ServiceAccount. */
  namespace: 'kubeletcfg-system',
  /** Of its Events. */
  reportingComponent: `${domain}/controller`,
} as const

/** What API servers ask before a document is stored: served by the controller. */
export const webhook = {
  /** The ValidatingWebhookConfiguration. */
  configuration: 'kubeletcfg-documents',
  /** The webhook in it: what kubectl prints of who has refused. */
  name: `documents.${domain}`,
  /** The Service in the namespace of the controller, which is also the DNS name of its certificate. */
  service: 'kubeletcfg-controller-webhook',
  /** The Secret in the namespace of the controller, with its certificates and their keys. */
  secret: 'kubeletcfg-controller-webhook',
  path: '/documents',
} as const

/** Pods in the namespace of the controller that try the kubelets of a rollout. */
export const probe = {
  /** On each of them, as its `app.kubernetes.io/name`. */
  name: 'kubeletcfg-probe',
  /** Of a pod: this, the number of the document, what is tried, and a hash of the node. */
  prefix: 'kubeletcfg-probe-',
  /** On each of them: the number of the document. */
  label: `${domain}/probe`,
} as const

/** The agent on a node: what it writes to its Node, and what operators write there for it. */
export const agent = {
  fieldManager: 'kubeletcfg-agent',
  /** Of its Events. */
  reportingComponent: `${domain}/agent`,
  /** The type of the condition of the Node: the historic name. */
  condition: 'KubeletConfigOk',
  /** The prefix of the ServiceAccounts, Roles and bindings, one per node. */
  serviceAccountPrefix: 'kubeletcfg-agent-',
  /** The ValidatingAdmissionPolicy that limits an agent to its own Node, and its binding. */
  ownNodePolicy: 'kubeletcfg-agent-own-node',
  /** An annotation that nobody writes: agents try it, as a dry run, to see that their policy denies it. */
  forbiddenAnnotation: `${domain}/forbidden`,
  /** The ServiceAccount of all agents, when they run as a DaemonSet. */
  sharedServiceAccount: 'kubeletcfg-agent',
  annotation: {
    /** Written by the agent: AgentStatus as JSON. */
    status: `${domain}/agent-status`,
    /** Written by `opt-out` and `opt-in`: freeze, local, or all (a control-plane node also gets the global document). */
    documents: `${domain}/documents`,
    /** Written by `push --accept-risk` on the ConfigMap: the digest of the document, a colon, and the accepted risks. */
    acceptedRisks: `${domain}/accepted-risks`,
    /** Written by `bad forget`: a digest, or `all`; after an `@` the time, so that the same request can be repeated. */
    forgetBad: `${domain}/forget-bad`,
  },
} as const

/** The balloon: one pod per node that requests capacity and uses none (KEP-5620). */
export const balloon = {
  daemonSet: 'nodesize-balloon',
  priorityClass: 'nodesize-balloon',
  clusterRole: 'nodesize-operator',
  /** The ValidatingAdmissionPolicy that limits holders of the role to balloons, and its binding. */
  policy: 'nodesize-operator',
  /** An API group without resources of its own: rights in it say whom the policy limits. */
  rightsGroup: `nodesize.${domain}`,
  /** Permission to cordon nodes: a role of its own, because who may patch nodes may do much more (ADR 28). */
  cordonRole: 'nodesize-cordon',
  container: 'balloon',
  fieldManager: 'nodesize',
  /** On the balloon pods, and the selector of their DaemonSet. */
  podLabel: { key: `nodesize.${domain}/balloon`, value: 'true' },
  /** On nodes that get a balloon. */
  optInLabel: { key: `nodesize.${domain}/enabled`, value: 'true' },
  /** On nodes that nodesize has cordoned for the moment of a resize: who, when, and until when at most, as JSON. */
  cordonAnnotation: `nodesize.${domain}/cordon`,
  /** Where earlier versions noted the size of a machine: its node may write it, so that nothing is read from it. */
  machineAnnotation: `nodesize.${domain}/machine`,
  /** On the DaemonSet: the version of nodesize that wrote it. */
  versionAnnotation: `nodesize.${domain}/version`,
  /** On each object that `nodesize install` created; uninstall deletes only objects with this label. */
  ownerLabel: { key: 'app.kubernetes.io/managed-by', value: 'nodesize' },
} as const

/** The desired sizes for the sizes of nodes: one key per node, in ConfigMaps in the namespace of the balloons (ADR 26). */
export const desired = {
  /** The last character is the first hexadecimal digit of the SHA-256 of the name of a node. */
  configMaps: [...'0123456789abcdef'].map((digit) => `nodesize-sizes-${digit}`),
  /** On each of them, to list them. */
  label: { key: `nodesize.${domain}/sizes`, value: 'true' },
  /** The ValidatingAdmissionPolicy that lets operators change their data only, and its binding. */
  policy: 'nodesize-sizes',
} as const

/** The controller that restores the sizes of nodes: what it is called in a cluster. */
export const reconciler = {
  /** Of its Deployment, ServiceAccount, roles, Lease, PriorityClass, and of the policy that limits its writes. */
  name: 'nodesize-reconciler',
  /** Of its own: whoever may read or write there has no documents, and no balloons. */
  namespace: 'nodesize-system',
  /** The MutatingAdmissionPolicy that sizes new balloons, and its binding. */
  birthPolicy: 'nodesize-birth',
  /** Of its Events. */
  reportingComponent: `nodesize.${domain}/reconciler`,
} as const
