import type { InstallFact, Tenant } from '../flows/sizes/install-fact.ts'
import { balloon, reconciler } from '../names.ts'
import { canResizePods, leastKubelet } from '../sizing/kubelet-release.ts'
import type { SizeFact } from '../sizing/size-fact.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { objectIn } from './size-words.ts'

const { key, value } = balloon.ownerLabel
const optIn = `${balloon.optInLabel.key}=${balloon.optInLabel.value}`

export const installWords: Vocabulary<Exclude<InstallFact, SizeFact>> = {
  InstallRefused: ({ problems }) =>
    problems.length === 1
      ? { said: 'nothing was changed', because: problems[0] }
      : { said: `nothing was changed: ${problems.length} problems`, below: problems },
  InstallRightMissing: ({ verb, subject }) =>
    `you may not ${verb} a ${subject.kind}${'namespace' in subject && subject.namespace !== undefined ? ` in ${subject.namespace}` : ''}`,
  ServerCannotResize: ({ version }) =>
    canResizePods(version)
      ? `the server (${version}) has no pods/resize: its feature gate InPlacePodVerticalScaling is off`
      : `the server (${version}) has no pods/resize: Kubernetes ${leastKubelet} or later is required`,
  QuotaDemandsLimits: (fact) => `${objectIn(fact)} requires ${fact.limits.join(', ')}, which balloons cannot have`,
  SecondInstallation: ({ namespace }) => ({
    said: `nodesize is already installed in namespace ${namespace}, and a node must not have two balloons`,
    hints: [`to change that installation, use -n ${namespace}`],
  }),
  NotMadeByInstall: (fact) => `${objectIn(fact)} was not made by nodesize install (it lacks the label ${key}=${value})`,

  InstalledByNewer: ({ installed, own }) => ({
    said: `nodesize ${installed} has installed it, and this one is older: ${own}`,
    hints: ['upgrade this nodesize; nodesize upgrade --allow-downgrade goes back to the older version'],
  }),

  QuotaCountsBalloons: (fact) =>
    `${objectIn(fact)} counts balloons (${fact.resources.join(', ')}) and may keep them from growing`,
  NoNodeSelected: ({ linuxNodes, selector }) => ({
    said: `no node gets a balloon: none of ${linuxNodes} linux nodes has ${labelsIn(selector)} (kubectl label node NODE ${optIn})`,
  }),
  BalloonsKeepOldTemplate: () =>
    'balloons that exist keep their old template: nodesize upgrade replaces them node by node, and keeps the sizes',

  SelectorNotOurs: (fact) =>
    `${objectIn(fact)} keeps ${fact.labels.map((label) => label.join('=')).join(', ')} in its nodeSelector, which another field manager owns: remove it with kubectl edit`,

  NamespaceInUse: (fact) => `${objectIn(fact)} is in use: ${fact.tenants.slice(0, mostNamed).map(tenantIn).join(', ')}`,
  NeededElsewhere: (fact) => `${objectIn(fact)} is needed by nodesize in namespace ${fact.namespaces.join(', ')}`,

  InstallInterrupted: (fact) => ({
    said: objectIn(fact),
    because: fact.because,
    hints: ['run nodesize install again: it continues from there'],
  }),
  BalloonsNotReady: ({ nodes }) => ({
    said: notReady(nodes.length),
    below: nodes.slice(0, mostNodes),
    hints: ['check with nodesize get -o wide'],
  }),
  BalloonsLeft: () => ({
    said: 'the DaemonSet is deleted, but some balloons are still there',
    hints: ['the kubelets of their nodes may be down; run nodesize uninstall again to remove the rest'],
  }),
  ReconcilerLeads: ({ holder, renewedAt = 'never' }) =>
    `a reconciler holds its Lease (${holder}, renewed ${renewedAt}): it has nothing to do without balloons`,
  ReconcilerLeft: ({ namespace }) => ({
    said: `the reconciler in namespace ${namespace} stays, with its ServiceAccount, its rights and the policies that limit them`,
    hints: [`to remove it: nodesize manifests${reconcilerFlags(namespace)} | kubectl delete -f -`],
  }),
  LeaseLeft: ({ namespace }) =>
    `a reconciler that was run by hand has left its Lease, which nobody holds: kubectl -n ${namespace} delete lease ${reconciler.name}`,
  MachinesForgotten: ({ nodes }) =>
    `what autoscale has noted about machines is deleted: ${namesIn(nodes)}; without their balloons, pods can request more than these machines may have`,
  NothingInstalled: ({ namespace }) => `nodesize is not installed in namespace ${namespace}`,
}

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
