import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { balloon } from '../../names.ts'
import type { Amounts } from '../../pods/amounts.ts'
import { nodeOf, objectIn } from '../model/size-messages.ts'
import { amountsIn } from '../resize/resize-messages.ts'

/** What of a cluster may not be seen. */
export type DoctorPart =
  | 'pods'
  | 'namespace'
  | 'daemon-sets'
  | 'priority-classes'
  | 'quotas'
  | 'limit-ranges'
  | 'budgets'
  | 'webhooks'
  | 'mutating-policies'
  | 'deployments'
  | 'cron-jobs'
  | 'autoscaler-status'
  | 'vertical-autoscalers'
  | 'sizes'
  | 'lease'
  | 'reconciler'
  | 'objects'

/** What is told apart of a kubelet by its configuration. */
type OfKubelets = { readonly nodes: readonly string[]; readonly subject?: undefined }

/** About hosts that several nodes share, and machines that are resized. */
export type HostDoctorFact =
  | FactOf<typeof HostExceeded>
  | FactOf<typeof MachineNotesBroken>
  | FactOf<typeof NodesAboveMachine>
  | FactOf<typeof MachineAttemptsLeft>
  | FactOf<typeof MachineAnnotationsIgnored>

/** What doctor of nodesize has found. */
export type SizeDoctorFact =
  | FactOf<typeof NotSeen>
  | FactOf<typeof ServerResizes>
  | FactOf<typeof ServerGates>
  | FactOf<typeof ServerGateOff>
  | FactOf<typeof InstallationMissing>
  | FactOf<typeof ObjectsAsIntended>
  | FactOf<typeof ObjectMissing>
  | FactOf<typeof ObjectDiffers>
  | FactOf<typeof PriorityClassDiffers>
  | FactOf<typeof BalloonsOfOtherPriority>
  | FactOf<typeof BalloonsPreemptible>
  | FactOf<typeof BudgetsDoNotProtect>
  | FactOf<typeof NamespaceHarmless>
  | FactOf<typeof PodsMutated>
  | FactOf<typeof ClusterAutoscalerFound>
  | FactOf<typeof KarpenterFound>
  | FactOf<typeof DeschedulerFound>
  | FactOf<typeof VerticalAutoscalersFound>
  | FactOf<typeof VerticalAutoscalerOfBalloons>
  | FactOf<typeof NoNeighbours>
  | FactOf<typeof KubeletsResize>
  | FactOf<typeof KubeletGateOff>
  | FactOf<typeof SwapKeepsMemory>
  | FactOf<typeof SwapNotKnown>
  | FactOf<typeof ManagersStatic>
  | FactOf<typeof CgroupV2Required>
  | FactOf<typeof CgroupNotKnown>
  | FactOf<typeof KubeletsNotAsked>
  | FactOf<typeof KubeletsNotRead>
  | FactOf<typeof BalloonsReady>
  | FactOf<typeof NodesAlike>
  | FactOf<typeof BalloonLabelSpoofed>
  | FactOf<typeof NodesLeftCordoned>
  | HostDoctorFact
  | FactOf<typeof SizesKept>
  | FactOf<typeof SizesDrifted>
  | FactOf<typeof ReconcilerActive>
  | FactOf<typeof ReconcilerLimited>
  | FactOf<typeof ReconcilerNotLimited>
  | FactOf<typeof ReconcilerAbsent>
  | FactOf<typeof SizingAllowed>
  | FactOf<typeof SizingNotAllowed>
  | FactOf<typeof ResizeProven>
  | FactOf<typeof ProofOverrulesOther>
  | FactOf<typeof BalloonReplacedMeanwhile>

export interface PriorityCount {
  readonly name: string
  readonly pods: number
}

export interface KubeletCount {
  readonly version: string
  readonly nodes: number
}

/** The nodes of one host offer more than it has. */
export const HostExceeded = message(
  'HostExceeded',
  ({ nodes, excess }: { nodes: readonly string[]; excess: Amounts }) => ({
    said: `nodes of one host offer ${amountsIn(excess)} more than it has: ${namesIn(nodes)}`,
    hints: [`nodesize split --host-of ${nodes[0]} gives each its part; nodesize share shows them`],
  }),
)

/** Of what autoscale has noted about machines. */
export const MachineNotesBroken = message('MachineNotesBroken', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `notes about machines that cannot be read: ${namesIn(nodes)}`,
  hints: [`nodesize autoscale exec ${nodes[0]} says what to do`],
}))

export const NodesAboveMachine = message('NodesAboveMachine', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `nodes that offer more than their machines have, as autoscale has noted: ${namesIn(nodes)}`,
  hints: ['nodesize get -o wide shows both; nodesize autoscale exec brings them together'],
}))

export const MachineAttemptsLeft = message('MachineAttemptsLeft', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `machines whose resize was not brought to an end: ${namesIn(nodes)}`,
  hints: ['run nodesize autoscale exec again with the same size: it goes on; with the old size, it goes back'],
}))

/** Notes of an earlier version, on the Nodes. */
export const MachineAnnotationsIgnored = message(
  'MachineAnnotationsIgnored',
  ({ nodes }: { nodes: readonly string[] }) => ({
    said: `annotations of an earlier version about machines, which are no longer read: ${namesIn(nodes)}`,
    hints: [
      'nodesize autoscale exec with the size of the machine notes it anew',
      `kubectl annotate node ${nodes.slice(0, mostInCommand).join(' ')} ${balloon.machineAnnotation}-`,
    ],
  }),
)

export const NotSeen = message('NotSeen', (fact: { parts: readonly DoctorPart[]; because: Fact | Said }) => ({
  said: `not looked at: ${fact.parts.map((part) => parts[part]).join(', ')}`,
  because: fact.because,
  hints: ['ask for the permission to read them (RBAC), or run it as an administrator'],
}))

export const ServerResizes = message(
  'ServerResizes',
  ({ version }: { version: string }) => `the server (${version}) resizes pods in place`,
)

/** As its metrics report them. */
export const ServerGates = message('ServerGates', ({ on, off }: { on: readonly string[]; off: readonly string[] }) =>
  [
    ...(on.length === 0 ? [] : [`feature gates that are on: ${on.join(', ')}`]),
    ...(off.length === 0 ? [] : [`${on.length === 0 ? 'feature gates that are ' : ''}off: ${off.join(', ')}`]),
  ].join('; '),
)

export const ServerGateOff = message('ServerGateOff', ({ gate }: { gate: string }) => ({
  said: `the feature gate ${gate} of the API server is off`,
  hints: [`remove ${gate}=false from its --feature-gates`],
}))

export const InstallationMissing = message('InstallationMissing', ({ namespace }: { namespace: string }) => ({
  said: `nodesize is not installed in namespace ${namespace}`,
  hints: ['nodesize install'],
}))

export const ObjectsAsIntended = message(
  'ObjectsAsIntended',
  ({ count, namespace }: { count: number; namespace: string }) =>
    `installed in namespace ${namespace}: ${several(count, 'object')} as install writes them`,
)

export const ObjectMissing = message('ObjectMissing', (fact: { subject: Subject }) => ({
  said: `${objectIn(fact)} does not exist`,
  hints: ['nodesize install creates it again'],
}))

/** `fields`: paths of what is not as install writes it. */
export const ObjectDiffers = message('ObjectDiffers', (fact: { subject: Subject; fields: readonly string[] }) => ({
  said: `${objectIn(fact)} is not as install writes it: ${namesIn(fact.fields)}`,
  hints: ['nodesize install --dry-run=server shows what it would change; nodesize install changes it'],
}))

/** Its value and its policy cannot be changed. */
export const PriorityClassDiffers = message(
  'PriorityClassDiffers',
  (fact: { subject: Subject; fields: readonly string[] }) => ({
    said: `${objectIn(fact)} has another ${fact.fields.join(' and ')} than install gives it: balloons can be preempted, or preempt`,
    hints: [
      `neither can be changed: kubectl delete priorityclass ${priorityClass}, then nodesize install`,
      'balloons keep the priority that they were created with, until their pods are replaced',
    ],
  }),
)

/** Pods keep the priority that their class had when they were created. `critical`: a resize of them ends other pods. */
export const BalloonsOfOtherPriority = message(
  'BalloonsOfOtherPriority',
  ({ nodes, critical }: { nodes: readonly string[]; critical: boolean }) => ({
    said: critical
      ? `balloons of a system-critical priority, whose resize ends other pods: ${namesIn(nodes)}`
      : `balloons with another priority or preemption policy than their class has: ${namesIn(nodes)}`,
    hints: [
      'delete these pods when their nodes may have their full size for a moment; nodesize set gives the size back',
    ],
  }),
)

export const BalloonsPreemptible = message(
  'BalloonsPreemptible',
  ({ classes }: { classes: readonly PriorityCount[] }) =>
    `only pods with a higher priority can preempt a balloon: ${classes.map(({ name, pods }) => `${name} (${several(pods, 'pod')})`).join(', ')}`,
)

export const BudgetsDoNotProtect = message('BudgetsDoNotProtect', ({ budgets }: { budgets: readonly string[] }) => ({
  said: `a PodDisruptionBudget keeps balloons from eviction, but not from preemption: ${namesIn(budgets)}`,
  hints: ['nodesize reconcile restores a size after its balloon was preempted'],
}))

export const NamespaceHarmless = message(
  'NamespaceHarmless',
  ({ namespace }: { namespace: string }) =>
    `nothing in namespace ${namespace} changes balloons: no LimitRange, quota, mutating webhook or policy`,
)

/** A webhook or a policy that may change balloons when they are created, or when they are resized. */
export const PodsMutated = message(
  'PodsMutated',
  (fact: { subject: Subject; by: string; failurePolicy: string; at: 'creation' | 'resize' | 'both' }) => ({
    said: `${objectIn(fact)} (${fact.by}) may change balloons ${acts[fact.at]}; failurePolicy ${fact.failurePolicy}`,
    hints: [
      fact.failurePolicy === 'Fail'
        ? 'exclude the namespace: what it adds may keep balloons from being resized, and while it is down no balloon is created'
        : 'exclude the namespace: what it adds, such as limits or a container, may keep balloons from being resized',
    ],
  }),
)

export const ClusterAutoscalerFound = message(
  'ClusterAutoscalerFound',
  (fact: { subject: Subject; ignoresDaemonSets: boolean | undefined }) => ({
    said: `${objectIn(fact)}: cluster-autoscaler counts balloons as usage, and copies the balloon of a node when it plans new ones`,
    hints: [
      ...(fact.ignoresDaemonSets === true ? [] : ['start it with --ignore-daemonsets-utilization=true']),
      'do not resize nodes of the groups that it scales, or keep one node of each at full size',
    ],
  }),
)

/** `counted`: balloons run on the nodes that it makes. */
export const KarpenterFound = message('KarpenterFound', ({ counted }: { counted: boolean }) =>
  counted
    ? {
        said: 'Karpenter adds the newest balloon to each node that it plans',
        hints: [`nodesize install --no-all-nodes, and no NodePool with the label ${optInLabel.key}`],
      }
    : `Karpenter does not count balloons, as long as no NodePool has the label ${optInLabel.key}`,
)

export const DeschedulerFound = message('DeschedulerFound', (fact: { subject: Subject }) => ({
  said: `${objectIn(fact)}: the descheduler counts balloons as usage, and evicts other pods from nodes that are smaller`,
  hints: [`exclude nodes with balloons by its nodeSelector: ${optInLabel.key}!=${optInLabel.value}`],
}))

export const VerticalAutoscalersFound = message(
  'VerticalAutoscalersFound',
  ({ count }: { count: number }) => `${several(count, 'VerticalPodAutoscaler')} in the namespace, none for balloons`,
)

export const VerticalAutoscalerOfBalloons = message('VerticalAutoscalerOfBalloons', (fact: { subject: Subject }) => ({
  said: `${objectIn(fact)} resizes balloons, against nodesize`,
  hints: [`kubectl delete verticalpodautoscaler ${fact.subject.name}`],
}))

export const NoNeighbours = message(
  'NoNeighbours',
  () => 'no autoscaler and no descheduler that counts balloons was found',
)

export const KubeletsResize = message(
  'KubeletsResize',
  ({ versions }: { versions: readonly KubeletCount[] }) =>
    `kubelets that resize pods: ${versions.map(({ version, nodes }) => `${version} (${several(nodes, 'node')})`).join(', ')}`,
)

export const KubeletGateOff = message('KubeletGateOff', ({ gate, nodes }: OfKubelets & { gate: string }) => ({
  said: `the feature gate ${gate} is off in the kubelets of ${namesIn(nodes)}`,
  hints: [`remove ${gate}: false from the featureGates of their configuration`],
}))

export const SwapKeepsMemory = message('SwapKeepsMemory', ({ nodes }: OfKubelets) => ({
  said: `kubelets with LimitedSwap do not resize the memory of a balloon: ${namesIn(nodes)}`,
  hints: ['set memorySwap.swapBehavior to NoSwap there, or resize cpu only'],
}))

export const SwapNotKnown = message('SwapNotKnown', ({ nodes }: OfKubelets) => ({
  said: `nodes with swap space, whose kubelets were not asked whether pods may use it: ${namesIn(nodes)}`,
  hints: [`nodesize doctor ${nodes[0]} asks the kubelet, which requires to get nodes/proxy`],
}))

export const ManagersStatic = message(
  'ManagersStatic',
  ({ nodes, cpu, memory }: OfKubelets & { cpu: boolean; memory: boolean }) =>
    `static ${[...(cpu ? ['CPU'] : []), ...(memory ? ['memory'] : [])].join(' and ')} managers, which concern Guaranteed pods and no balloon: ${namesIn(nodes)}`,
)

export const CgroupV2Required = message(
  'CgroupV2Required',
  ({ nodes }: OfKubelets) => `cgroup v2, which their kubelets require: ${namesIn(nodes)}`,
)

export const CgroupNotKnown = message(
  'CgroupNotKnown',
  ({ nodes }: OfKubelets) => `the version of cgroups is not reported, and balloons work with both: ${namesIn(nodes)}`,
)

/** Their configuration would take a request each. */
export const KubeletsNotAsked = message(
  'KubeletsNotAsked',
  ({ count }: { count: number }) =>
    `the kubelets of ${several(count, 'node')} were not asked for swap, managers and gates: nodesize doctor NODE asks one`,
)

export const KubeletsNotRead = message(
  'KubeletsNotRead',
  ({ nodes, because }: { nodes: readonly string[]; because: Fact | Said }) => ({
    said: `not asked for swap, managers and gates: the kubelets of ${namesIn(nodes)}`,
    because,
  }),
)

export const BalloonsReady = message(
  'BalloonsReady',
  ({ ready, others }: { ready: number; others: number }) =>
    `${several(ready, 'node')} with a balloon that is ready${others === 0 ? '' : `, ${others} without one, as installed`}`,
)

/** Several nodes have the same trouble; that of the first. */
export const NodesAlike = message('NodesAlike', ({ nodes, because }: { nodes: readonly string[]; because: Fact }) => ({
  said: `${several(nodes.length, 'node')} (${namesIn(nodes)}), as`,
  because,
}))

export const BalloonLabelSpoofed = message('BalloonLabelSpoofed', ({ pods }: { pods: readonly string[] }) => ({
  said: `pods with the balloon label that are no balloons, and count as requested: ${namesIn(pods)}`,
  hints: [`remove the label ${balloon.podLabel.key} from them`],
}))

export const NodesLeftCordoned = message('NodesLeftCordoned', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `nodes that a nodesize has left cordoned: ${namesIn(nodes)}`,
  hints: [`nodesize cancel ${nodes.slice(0, mostInCommand).join(' ')}`],
}))

export const SizesKept = message(
  'SizesKept',
  ({ count }: { count: number }) => `sizes are stored for ${several(count, 'node')}`,
)

export const SizesDrifted = message('SizesDrifted', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `nodes without the size that is stored for them: ${namesIn(nodes)}`,
  hints: ['nodesize reconcile --once restores them; nodesize get -o wide shows them'],
}))

export const ReconcilerActive = message(
  'ReconcilerActive',
  ({ holder }: { holder: string }) => `the reconciler restores sizes (${holder})`,
)

/** Its ServiceAccount in this namespace has its rights, and policies limit them. */
export const ReconcilerLimited = message(
  'ReconcilerLimited',
  ({ namespace }: { namespace: string }) => `policies limit what the reconciler in namespace ${namespace} writes`,
)

/** A policy or its binding does not exist, or has other fields. */
export const ReconcilerNotLimited = message(
  'ReconcilerNotLimited',
  (fact: { subject: Subject; fields: readonly string[] }) => ({
    said: [
      `${objectIn(fact)} ${fact.fields.length === 0 ? 'does not exist' : `is not as printed: ${namesIn(fact.fields)}`}`,
      'whoever has the token of the reconciler can change every Node',
    ].join(': '),
    hints: ['nodesize manifests prints it: apply it again'],
  }),
)

export const ReconcilerAbsent = message('ReconcilerAbsent', ({ count }: { count: number }) => ({
  said: `no reconciler: the sizes of ${several(count, 'node')} are not restored when a balloon is replaced`,
  hints: ['nodesize manifests --image IMAGE | kubectl apply -f -, or nodesize reconcile --once by cron'],
}))

export const SizingAllowed = message(
  'SizingAllowed',
  ({ commands }: { commands: readonly string[] }) => `you may use ${commands.map(commandIn).join(', ')}`,
)

export const SizingNotAllowed = message(
  'SizingNotAllowed',
  ({ command, rights }: { command: string; rights: readonly string[] }) => ({
    said: `you may not use ${commandIn(command)}, which requires to ${rights.join(', ')}`,
    hints: [
      `kubectl create clusterrolebinding NAME --user=USER --clusterrole=${command === 'cordon' ? balloon.cordonRole : balloon.clusterRole}`,
    ],
  }),
)

/** A resize by one millicore was granted, and undone. */
export const ResizeProven = message(
  'ResizeProven',
  (fact: { subject: Subject; grantedMs: number; undoneMs: number }) =>
    `${nodeOf(fact)}: a resize by 1m was granted in ${fact.grantedMs} ms and undone in ${fact.undoneMs} ms`,
)

/** It would make nodesize the last one that resized the balloon, and the reconciler no longer leave it alone. */
export const ProofOverrulesOther = message('ProofOverrulesOther', (fact: { subject: Subject; manager: string }) => ({
  said: `${nodeOf(fact)}: ${fact.manager === '' ? 'another client' : fact.manager} resized its balloon last`,
  hints: ['set or reset the node first, if nodesize is to have it'],
}))

export const BalloonReplacedMeanwhile = message('BalloonReplacedMeanwhile', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: its balloon was replaced meanwhile`,
  hints: ['try again'],
}))

/** Names in a command that is to be copied. */
const mostInCommand = 10

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const parts: Readonly<Record<DoctorPart, string>> = {
  pods: 'the pods, and with them the sizes of nodes',
  namespace: 'the namespace',
  'daemon-sets': 'DaemonSets',
  'priority-classes': 'PriorityClasses',
  quotas: 'ResourceQuotas',
  'limit-ranges': 'LimitRanges',
  budgets: 'PodDisruptionBudgets',
  webhooks: 'mutating webhooks',
  'mutating-policies': 'mutating admission policies',
  deployments: 'Deployments',
  'cron-jobs': 'CronJobs',
  'autoscaler-status': 'the status of the cluster autoscaler',
  'vertical-autoscalers': 'vertical pod autoscalers',
  sizes: 'the sizes that are stored',
  lease: 'the Lease of the reconciler',
  reconciler: 'what the reconciler may do',
  objects: 'the roles and policies of install',
}

const acts = { creation: 'when they are created', resize: 'when they are resized', both: 'at creation and at resizes' }

const { priorityClass, optInLabel } = balloon

const commandIn = (command: string): string => (command === 'cordon' ? 'set beneath a cordon' : command)
