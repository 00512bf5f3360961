import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../fact.ts'
import { defaultNamespace } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import {
  everyLinuxNode,
  type Installation,
  installationOf,
  labelledNodes,
  nodeSelectorOf,
  selects,
} from '../../sizing/installation.ts'
import { canResizePods } from '../../sizing/kubelet-release.ts'
import { defaultImage, type InstallOptions, installObjects } from '../../sizing/manifests.ts'
import { together } from '../read-together.ts'
import { type Held, heldBy } from './held.ts'
import type { InstallProblem, InstallWarning } from './install-fact.ts'
import { isOurs } from './installations.ts'
import { preflight, refuseMissingRights, refuseOn, subjectOf } from './preflight.ts'
import { podSpecDiffers, sameContent } from './same-content.ts'

export interface InstallStep {
  readonly object: ObjectBody
  readonly action: 'create' | 'configure' | 'unchanged'
}

export interface InstallPlan {
  /** In the order in which they must exist. */
  readonly steps: readonly InstallStep[]
  /** By node: balloons that the DaemonSet would remove, and the sizes with them. */
  readonly released: readonly Held[]
  readonly warnings: readonly InstallWarning[]
}

/** What is left out stays as it is installed; a first installation has the default. */
export interface InstallWish {
  readonly namespace: string
  readonly image: string | undefined
  /** A balloon on every linux node; false: on those with the label. */
  readonly allNodes: boolean | undefined
}

/**
 * Read and decide, and write nothing. Rejects with Failure 'refused' when balloons could not live there, and when an
 * object of our name is not ours.
 */
export async function planInstall(cluster: Cluster, wish: InstallWish, limits: Limits): Promise<InstallPlan> {
  const createNamespace = (await isNamespaceOurs(cluster, wish.namespace, limits)) ? 'owned' : 'no'
  const usual = installObjects(optionsFor(wish, undefined, createNamespace))
  await refuseMissingRights(cluster, usual, limits)
  const [checked, live, nodes, pods] = await together([
    preflight(cluster, limits),
    together(usual.map((object) => cluster.objects.read(object, limits))),
    cluster.nodes.list({}, limits),
    cluster.balloons.list(limits),
  ])
  refuseOn([...checked.problems, ...live.flatMap(foreignProblem)])
  const daemonSet = live.find((object) => object?.kind === 'DaemonSet')
  const installed = daemonSet && installationOf(daemonSet, wish.namespace)
  const objects = installObjects(optionsFor(wish, installed, createNamespace))
  const drafts = await together(objects.map((object, i) => draftOf(cluster, { object, live: live[i] }, limits)))
  const balloons = { nodes, pods, installed, draft: drafts.find(({ object }) => object.kind === 'DaemonSet') }
  const warnings = [
    ...checked.warnings,
    ...selectorWarnings(balloons),
    ...templateWarnings(balloons),
    ...nodeWarnings(balloons),
  ]
  return { steps: drafts.map(({ object, action }) => ({ object, action })), released: releasedBy(balloons), warnings }
}

/** What install would make, without asking a cluster. Whose the namespace is cannot be known, so it is not claimed. */
export function planOffline(wish: InstallWish): InstallPlan {
  const objects = installObjects(optionsFor(wish, undefined, wish.namespace === defaultNamespace ? 'no' : 'plain'))
  return { steps: objects.map((object) => ({ object, action: 'create' })), released: [], warnings: [] }
}

const optionsFor = (
  { namespace, image, allNodes }: InstallWish,
  installed: Installation | undefined,
  createNamespace: InstallOptions['createNamespace'],
): InstallOptions => ({
  namespace,
  createNamespace,
  image: image ?? installed?.image ?? defaultImage,
  nodeSelector:
    allNodes === undefined ? (installed?.nodeSelector ?? labelledNodes) : allNodes ? everyLinuxNode : labelledNodes,
})

/** A namespace that is not there will be ours; one that somebody else made never is. */
async function isNamespaceOurs(cluster: Cluster, name: string, limits: Limits): Promise<boolean> {
  if (name === defaultNamespace) return false
  const found = await cluster.objects.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, limits)
  return found === undefined || isOurs(found)
}

const foreignProblem = (object: ObjectBody | undefined): InstallProblem[] =>
  object === undefined || isOurs(object) ? [] : [{ reason: 'NotMadeByInstall', subject: subjectOf(object) }]

interface Draft extends InstallStep {
  /** As it is in the cluster; undefined: it is not there. */
  readonly live: ObjectBody | undefined
  /** As it would be. */
  readonly result: ObjectBody
}

/** Whether anything would change, only the server can tell: it fills in defaults, and keeps what others have added. */
async function draftOf(
  cluster: Cluster,
  { object, live }: { object: ObjectBody; live: ObjectBody | undefined },
  limits: Limits,
): Promise<Draft> {
  if (live === undefined) return { object, action: 'create', live, result: object }
  const result = await cluster.objects.apply(object, 'server', limits)
  return { object, action: sameContent(live, result) ? 'unchanged' : 'configure', live, result }
}

interface Balloons {
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
  readonly installed: Installation | undefined
  readonly draft: Draft | undefined
}

/** A DaemonSet deletes its pods from nodes that its selector no longer means, whatever its update strategy. */
function releasedBy({ nodes, pods, installed, draft }: Balloons): readonly Held[] {
  if (installed === undefined || draft === undefined) return []
  const selector = nodeSelectorOf(draft.result)
  const staying = new Set(nodes.filter(({ labels }) => selects(selector, labels)).map(({ name }) => name))
  return heldBy(pods, installed).filter(({ node }) => !staying.has(node))
}

/** OnDelete: a new template must not cost a node its size. */
function templateWarnings(balloons: Balloons): InstallWarning[] {
  const { pods, installed, draft } = balloons
  if (installed === undefined || draft?.live === undefined || !podSpecDiffers(draft.live, draft.result)) return []
  return heldBy(pods, installed).length > releasedBy(balloons).length ? [{ reason: 'BalloonsKeepOldTemplate' }] : []
}

function selectorWarnings({ draft }: Balloons): InstallWarning[] {
  if (draft === undefined) return []
  const wanted = nodeSelectorOf(draft.object)
  const labels = Object.entries(nodeSelectorOf(draft.result)).filter(([key]) => !(key in wanted))
  return labels.length === 0 ? [] : [{ reason: 'SelectorNotOurs', subject: subjectOf(draft.object), labels }]
}

/** On whom a balloon would be, or be of no use. */
function nodeWarnings({ nodes, draft }: Balloons): InstallWarning[] {
  const selector = draft === undefined ? {} : nodeSelectorOf(draft.result)
  const linux = nodes.filter(({ operatingSystem }) => operatingSystem === 'linux')
  const chosen = linux.filter(({ labels }) => selects(selector, labels))
  return [
    ...(chosen.length > 0 || linux.length === 0
      ? []
      : [{ reason: 'NoNodeSelected', linuxNodes: linux.length, selector } as const]),
    ...chosen
      .filter(({ kubeletVersion }) => !canResizePods(kubeletVersion))
      .map(({ name, kubeletVersion }) => ({
        reason: 'KubeletTooOld' as const,
        subject: nodeSubject(name),
        kubeletVersion,
      })),
  ]
}
