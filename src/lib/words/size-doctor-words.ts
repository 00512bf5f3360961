import type { HostDoctorFact, Part, SizeDoctorFact } from '../flows/sizes/doctor/doctor-fact.ts'
import { balloon } from '../names.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { nodeOf, objectIn } from './size-words.ts'

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const parts: Readonly<Record<Part, string>> = {
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

export const sizeDoctorWords: Vocabulary<Exclude<SizeDoctorFact, HostDoctorFact>> = {
  NotSeen: (fact) => ({
    said: `not looked at: ${fact.parts.map((part) => parts[part]).join(', ')}`,
    because: fact.because,
    hints: ['ask for the permission to read them (RBAC), or run it as an administrator'],
  }),
  ServerResizes: ({ version }) => `the server (${version}) resizes pods in place`,
  ServerGates: ({ on, off }) =>
    [
      ...(on.length === 0 ? [] : [`feature gates that are on: ${on.join(', ')}`]),
      ...(off.length === 0 ? [] : [`${on.length === 0 ? 'feature gates that are ' : ''}off: ${off.join(', ')}`]),
    ].join('; '),
  ServerGateOff: ({ gate }) => ({
    said: `the feature gate ${gate} of the API server is off`,
    hints: [`remove ${gate}=false from its --feature-gates`],
  }),
  InstallationMissing: ({ namespace }) => ({
    said: `nodesize is not installed in namespace ${namespace}`,
    hints: ['nodesize install'],
  }),
  ObjectsAsIntended: ({ count, namespace }) =>
    `installed in namespace ${namespace}: ${several(count, 'object')} as install writes them`,
  ObjectMissing: (fact) => ({ said: `${objectIn(fact)} does not exist`, hints: ['nodesize install creates it again'] }),
  ObjectDiffers: (fact) => ({
    said: `${objectIn(fact)} is not as install writes it: ${namesIn(fact.fields)}`,
    hints: ['nodesize install --dry-run=server shows what it would change; nodesize install changes it'],
  }),
  PriorityClassDiffers: (fact) => ({
    said: `${objectIn(fact)} has another ${fact.fields.join(' and ')} than install gives it: balloons can be preempted, or preempt`,
    hints: [
      `neither can be changed: kubectl delete priorityclass ${priorityClass}, then nodesize install`,
      'balloons keep the priority that they were created with, until their pods are replaced',
    ],
  }),
  BalloonsOfOtherPriority: ({ nodes, critical }) => ({
    said: critical
      ? `balloons of a system-critical priority, whose resize ends other pods: ${namesIn(nodes)}`
      : `balloons with another priority or preemption policy than their class has: ${namesIn(nodes)}`,
    hints: [
      'delete these pods when their nodes may have their full size for a moment; nodesize set gives the size back',
    ],
  }),
  BalloonsPreemptible: ({ classes }) =>
    `only pods with a higher priority can preempt a balloon: ${classes.map(({ name, pods }) => `${name} (${several(pods, 'pod')})`).join(', ')}`,
  BudgetsDoNotProtect: ({ budgets }) => ({
    said: `a PodDisruptionBudget keeps balloons from eviction, but not from preemption: ${namesIn(budgets)}`,
    hints: ['nodesize reconcile restores a size after its balloon was preempted'],
  }),
  NamespaceHarmless: ({ namespace }) =>
    `nothing in namespace ${namespace} changes balloons: no LimitRange, quota, mutating webhook or policy`,
  PodsMutated: (fact) => ({
    said: `${objectIn(fact)} (${fact.by}) may change balloons ${acts[fact.at]}; failurePolicy ${fact.failurePolicy}`,
    hints: [
      fact.failurePolicy === 'Fail'
        ? 'exclude the namespace: what it adds may keep balloons from being resized, and while it is down no balloon is created'
        : 'exclude the namespace: what it adds, such as limits or a container, may keep balloons from being resized',
    ],
  }),
  ClusterAutoscalerFound: (fact) => ({
    said: `${objectIn(fact)}: cluster-autoscaler counts balloons as usage, and copies the balloon of a node when it plans new ones`,
    hints: [
      ...(fact.ignoresDaemonSets === true ? [] : ['start it with --ignore-daemonsets-utilization=true']),
      'do not resize nodes of the groups that it scales, or keep one node of each at full size',
    ],
  }),
  KarpenterFound: ({ counted }) =>
    counted
      ? {
          said: 'Karpenter adds the newest balloon to each node that it plans',
          hints: [`nodesize install --no-all-nodes, and no NodePool with the label ${optInLabel.key}`],
        }
      : `Karpenter does not count balloons, as long as no NodePool has the label ${optInLabel.key}`,
  DeschedulerFound: (fact) => ({
    said: `${objectIn(fact)}: the descheduler counts balloons as usage, and evicts other pods from nodes that are smaller`,
    hints: [`exclude nodes with balloons by its nodeSelector: ${optInLabel.key}!=${optInLabel.value}`],
  }),
  VerticalAutoscalersFound: ({ count }) =>
    `${several(count, 'VerticalPodAutoscaler')} in the namespace, none for balloons`,
  VerticalAutoscalerOfBalloons: (fact) => ({
    said: `${objectIn(fact)} resizes balloons, against nodesize`,
    hints: [`kubectl delete verticalpodautoscaler ${fact.subject.name}`],
  }),
  NoNeighbours: () => 'no autoscaler and no descheduler that counts balloons was found',
  KubeletsResize: ({ versions }) =>
    `kubelets that resize pods: ${versions.map(({ version, nodes }) => `${version} (${several(nodes, 'node')})`).join(', ')}`,
  KubeletGateOff: ({ gate, nodes }) => ({
    said: `the feature gate ${gate} is off in the kubelets of ${namesIn(nodes)}`,
    hints: [`remove ${gate}: false from the featureGates of their configuration`],
  }),
  SwapKeepsMemory: ({ nodes }) => ({
    said: `kubelets with LimitedSwap do not resize the memory of a balloon: ${namesIn(nodes)}`,
    hints: ['set memorySwap.swapBehavior to NoSwap there, or resize cpu only'],
  }),
  SwapNotKnown: ({ nodes }) => ({
    said: `nodes with swap space, whose kubelets were not asked whether pods may use it: ${namesIn(nodes)}`,
    hints: [`nodesize doctor ${nodes[0]} asks the kubelet, which requires to get nodes/proxy`],
  }),
  ManagersStatic: ({ nodes, cpu, memory }) =>
    `static ${[...(cpu ? ['CPU'] : []), ...(memory ? ['memory'] : [])].join(' and ')} managers, which concern Guaranteed pods and no balloon: ${namesIn(nodes)}`,
  CgroupV2Required: ({ nodes }) => `cgroup v2, which their kubelets require: ${namesIn(nodes)}`,
  CgroupNotKnown: ({ nodes }) =>
    `the version of cgroups is not reported, and balloons work with both: ${namesIn(nodes)}`,
  KubeletsNotAsked: ({ count }) =>
    `the kubelets of ${several(count, 'node')} were not asked for swap, managers and gates: nodesize doctor NODE asks one`,
  KubeletsNotRead: ({ nodes, because }) => ({
    said: `not asked for swap, managers and gates: the kubelets of ${namesIn(nodes)}`,
    because,
  }),
  BalloonsReady: ({ ready, others }) =>
    `${several(ready, 'node')} with a balloon that is ready${others === 0 ? '' : `, ${others} without one, as installed`}`,
  NodesAlike: ({ nodes, because }) => ({ said: `${several(nodes.length, 'node')} (${namesIn(nodes)}), as`, because }),
  BalloonLabelSpoofed: ({ pods }) => ({
    said: `pods with the balloon label that are no balloons, and count as requested: ${namesIn(pods)}`,
    hints: [`remove the label ${balloon.podLabel.key} from them`],
  }),
  NodesLeftCordoned: ({ nodes }) => ({
    said: `nodes that a nodesize has left cordoned: ${namesIn(nodes)}`,
    hints: [`nodesize cancel ${nodes.slice(0, mostInCommand).join(' ')}`],
  }),
  SizesKept: ({ count }) => `sizes are stored for ${several(count, 'node')}`,
  SizesDrifted: ({ nodes }) => ({
    said: `nodes without the size that is stored for them: ${namesIn(nodes)}`,
    hints: ['nodesize reconcile --once restores them; nodesize get -o wide shows them'],
  }),
  ReconcilerActive: ({ holder }) => `the reconciler restores sizes (${holder})`,
  ReconcilerLimited: ({ namespace }) => `policies limit what the reconciler in namespace ${namespace} writes`,
  ReconcilerNotLimited: (fact) => ({
    said: [
      `${objectIn(fact)} ${fact.fields.length === 0 ? 'does not exist' : `is not as printed: ${namesIn(fact.fields)}`}`,
      'whoever has the token of the reconciler can change every Node',
    ].join(': '),
    hints: ['nodesize manifests prints it: apply it again'],
  }),
  ReconcilerAbsent: ({ count }) => ({
    said: `no reconciler: the sizes of ${several(count, 'node')} are not restored when a balloon is replaced`,
    hints: ['nodesize manifests --image IMAGE | kubectl apply -f -, or nodesize reconcile --once by cron'],
  }),
  SizingAllowed: ({ commands }) => `you may use ${commands.map(commandIn).join(', ')}`,
  SizingNotAllowed: ({ command, rights }) => ({
    said: `you may not use ${commandIn(command)}, which requires to ${rights.join(', ')}`,
    hints: [
      `kubectl create clusterrolebinding NAME --user=USER --clusterrole=${command === 'cordon' ? balloon.cordonRole : balloon.clusterRole}`,
    ],
  }),
  ResizeProven: (fact) =>
    `${nodeOf(fact)}: a resize by 1m was granted in ${fact.grantedMs} ms and undone in ${fact.undoneMs} ms`,
  ProofOverrulesOther: (fact) => ({
    said: `${nodeOf(fact)}: ${fact.manager === '' ? 'another client' : fact.manager} resized its balloon last`,
    hints: ['set or reset the node first, if nodesize is to have it'],
  }),
  BalloonReplacedMeanwhile: (fact) => ({
    said: `${nodeOf(fact)}: its balloon was replaced meanwhile`,
    hints: ['try again'],
  }),
}

/** Names in a command that is to be copied. */
const mostInCommand = 10

const commandIn = (command: string): string => (command === 'cordon' ? 'set beneath a cordon' : command)
