import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { balloon, reconciler } from '../../names.ts'
import { canResizePods, leastKubelet } from '../model/kubelet-release.ts'
import { type ElsewhereFact, type LimitFact, objectIn, type StateFact } from '../model/size-messages.ts'

/** Why nodesize cannot be installed. */
export type InstallProblem =
  | FactOf<typeof InstallRightMissing>
  | FactOf<typeof ServerCannotResize>
  | FactOf<typeof QuotaDemandsLimits>
  | FactOf<typeof SecondInstallation>
  | FactOf<typeof NotMadeByInstall>
  | FactOf<typeof InstalledByNewer>
  | LimitFact

export type InstallWarning =
  | FactOf<typeof QuotaCountsBalloons>
  | FactOf<typeof NoNodeSelected>
  | FactOf<typeof BalloonsKeepOldTemplate>
  | FactOf<typeof SelectorNotOurs>
  | Extract<StateFact, { reason: 'KubeletTooOld' }>

/** Why uninstall keeps an object; the subject is the object. */
export type KeepFact = FactOf<typeof NotMadeByInstall> | FactOf<typeof NamespaceInUse> | FactOf<typeof NeededElsewhere>

/** An object in a namespace; without a name, all objects of a kind that may not be listed. */
export interface Tenant {
  readonly kind: string
  readonly name?: string
}

export type InstallFact =
  | ElsewhereFact
  | InstallProblem
  | InstallWarning
  | KeepFact
  | FactOf<typeof InstallRefused>
  | FactOf<typeof InstallInterrupted>
  | FactOf<typeof BalloonsNotReady>
  | FactOf<typeof BalloonsLeft>
  | FactOf<typeof ReconcilerLeads>
  | FactOf<typeof ReconcilerLeft>
  | FactOf<typeof LeaseLeft>
  | FactOf<typeof MachinesForgotten>
  | FactOf<typeof NothingInstalled>

export const InstallRightMissing = message(
  'InstallRightMissing',
  ({ verb, subject }: { verb: string; subject: Subject }) =>
    `you may not ${verb} a ${subject.kind}${'namespace' in subject && subject.namespace !== undefined ? ` in ${subject.namespace}` : ''}`,
)

export const ServerCannotResize = message('ServerCannotResize', ({ version }: { version: string }) =>
  canResizePods(version)
    ? `the server (${version}) has no pods/resize: its feature gate InPlacePodVerticalScaling is off`
    : `the server (${version}) has no pods/resize: Kubernetes ${leastKubelet} or later is required`,
)

export const QuotaDemandsLimits = message(
  'QuotaDemandsLimits',
  (fact: { subject: Subject; limits: readonly string[] }) =>
    `${objectIn(fact)} requires ${fact.limits.join(', ')}, which balloons cannot have`,
)

export const SecondInstallation = message('SecondInstallation', ({ namespace }: { namespace: string }) => ({
  said: `nodesize is already installed in namespace ${namespace}, and a node must not have two balloons`,
  hints: [`to change that installation, use -n ${namespace}`],
}))

/** It has the name of an object of nodesize, but not the label of install. */
export const NotMadeByInstall = message(
  'NotMadeByInstall',
  (fact: { subject: Subject }) =>
    `${objectIn(fact)} was not made by nodesize install (it lacks the label ${key}=${value})`,
)

/** What is installed was written by a newer nodesize than this one. */
export const InstalledByNewer = message(
  'InstalledByNewer',
  ({ installed, own }: { installed: string; own: string }) => ({
    said: `nodesize ${installed} has installed it, and this one is older: ${own}`,
    hints: ['upgrade this nodesize; nodesize upgrade --allow-downgrade goes back to the older version'],
  }),
)

export const QuotaCountsBalloons = message(
  'QuotaCountsBalloons',
  (fact: { subject: Subject; resources: readonly string[] }) =>
    `${objectIn(fact)} counts balloons (${fact.resources.join(', ')}) and may keep them from growing`,
)

export const NoNodeSelected = message(
  'NoNodeSelected',
  ({ linuxNodes, selector }: { linuxNodes: number; selector: Readonly<Record<string, string>> }) => ({
    said: `no node gets a balloon: none of ${linuxNodes} linux nodes has ${labelsIn(selector)} (kubectl label node NODE ${optIn})`,
  }),
)

export const BalloonsKeepOldTemplate = message(
  'BalloonsKeepOldTemplate',
  () => 'balloons that exist keep their old template: nodesize upgrade replaces them node by node, and keeps the sizes',
)

/** Another client added these labels to the selector of the DaemonSet, and an apply does not remove them. */
export const SelectorNotOurs = message(
  'SelectorNotOurs',
  (fact: { subject: Subject; labels: readonly (readonly [key: string, value: string])[] }) =>
    `${objectIn(fact)} keeps ${fact.labels.map((label) => label.join('=')).join(', ')} in its nodeSelector, which another field manager owns: remove it with kubectl edit`,
)

export const NamespaceInUse = message(
  'NamespaceInUse',
  (fact: { subject: Subject; tenants: readonly Tenant[] }) =>
    `${objectIn(fact)} is in use: ${fact.tenants.slice(0, mostNamed).map(tenantIn).join(', ')}`,
)

export const NeededElsewhere = message(
  'NeededElsewhere',
  (fact: { subject: Subject; namespaces: readonly string[] }) =>
    `${objectIn(fact)} is needed by nodesize in namespace ${fact.namespaces.join(', ')}`,
)

export const InstallRefused = message('InstallRefused', ({ problems }: { problems: readonly InstallProblem[] }) =>
  problems.length === 1
    ? { said: 'nothing was changed', because: problems[0] }
    : { said: `nothing was changed: ${problems.length} problems`, below: problems },
)

export const InstallInterrupted = message('InstallInterrupted', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: objectIn(fact),
  because: fact.because,
  hints: ['run nodesize install again: it continues from there'],
}))

export const BalloonsNotReady = message('BalloonsNotReady', ({ nodes }: { nodes: readonly StateFact[] }) => ({
  said: notReady(nodes.length),
  below: nodes.slice(0, mostNodes),
  hints: ['check with nodesize get -o wide'],
}))

export const BalloonsLeft = message('BalloonsLeft', () => ({
  said: 'the DaemonSet is deleted, but some balloons are still there',
  hints: ['the kubelets of their nodes may be down; run nodesize uninstall again to remove the rest'],
}))

/** By its Lease. */
export const ReconcilerLeads = message(
  'ReconcilerLeads',
  ({ holder, renewedAt = 'never' }: { holder: string; renewedAt: string | undefined }) =>
    `a reconciler holds its Lease (${holder}, renewed ${renewedAt}): it has nothing to do without balloons`,
)

/** A ServiceAccount in this namespace has the rights of the reconciler. */
export const ReconcilerLeft = message('ReconcilerLeft', ({ namespace }: { namespace: string }) => ({
  said: `the reconciler in namespace ${namespace} stays, with its ServiceAccount, its rights and the policies that limit them`,
  hints: [`to remove it: nodesize manifests${reconcilerFlags(namespace)} | kubectl delete -f -`],
}))

/** One that was run by hand has left it, and nobody holds it. */
export const LeaseLeft = message(
  'LeaseLeft',
  ({ namespace }: { namespace: string }) =>
    `a reconciler that was run by hand has left its Lease, which nobody holds: kubectl -n ${namespace} delete lease ${reconciler.name}`,
)

/** What autoscale has noted about the machines of these nodes goes with the sizes. */
export const MachinesForgotten = message(
  'MachinesForgotten',
  ({ nodes }: { nodes: readonly string[] }) =>
    `what autoscale has noted about machines is deleted: ${namesIn(nodes)}; without their balloons, pods can request more than these machines may have`,
)

export const NothingInstalled = message(
  'NothingInstalled',
  ({ namespace }: { namespace: string }) => `nodesize is not installed in namespace ${namespace}`,
)

const { key, value } = balloon.ownerLabel

const optIn = `${balloon.optInLabel.key}=${balloon.optInLabel.value}`

const reconcilerFlags = (namespace: string): string =>
  namespace === reconciler.namespace ? '' : ` --reconciler-namespace ${namespace}`

const mostNamed = 3

/** Nodes, each on a line. */
const mostNodes = 10

function notReady(count: number): string {
  if (count === 0) return 'installed, but it is not known whether the balloons are ready'
  if (count === 1) return 'installed, but a balloon is not ready'
  return `installed, but ${count} balloons are not ready${count > mostNodes ? `; the first ${mostNodes}:` : ''}`
}

const tenantIn = ({ kind, name }: Tenant): string =>
  name === undefined ? `${kind}s, which you may not list` : `${kind} ${name}`

const labelsIn = (selector: Readonly<Record<string, string>>): string => {
  const labels = Object.entries(selector).filter(([label]) => label !== 'kubernetes.io/os')
  return labels.length === 0
    ? 'the label kubernetes.io/os=linux'
    : `the label ${labels.map((one) => one.join('=')).join(',')}`
}
