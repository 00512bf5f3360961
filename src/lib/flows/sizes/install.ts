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
  /** In the order in which they must be created. */
  readonly steps: readonly InstallStep[]
  /** By node: balloons that the DaemonSet would delete, and with them the sizes. */
  readonly released: readonly Held[]
  readonly warnings: readonly InstallWarning[]
}

/** Omitted values remain as installed; a first installation uses the defaults. */
export interface InstallWish {
  readonly namespace: string
  readonly image: string | undefined
  /** Whether every linux node gets a balloon, or only nodes with the label. */
  readonly allNodes: boolean | undefined
}

/**
 * Reads and decides; writes nothing. Rejects with Failure 'refused' when balloons could not run in this cluster, and
 * when install did not create an object with a name of nodesize.
 */
export async function planInstall(cluster: Cluster, wish: InstallWish, limits: Limits): Promise<InstallPlan> {
  const createNamespace = (await isNamespaceOurs(cluster, wish.namespace, limits)) ? 'owned' : 'no'
  const defaults = installObjects(optionsFor(wish, undefined, createNamespace))
  await refuseMissingRights(cluster, defaults, limits)
  const [checked, live, nodes, { pods }] = await together([
    preflight(cluster, limits),
    together(defaults.map((object) => cluster.objects.read(object, limits))),
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

/**
 * The objects that install would create, without a cluster. Whether the namespace belongs to nodesize is unknown, so it
 * does not get the label of install.
 */
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

/** What install would write into a cluster as it is. `found`: the namespace of the balloons. */
export const intendedObjects = (
  namespace: string,
  installed: Installation | undefined,
  found: ObjectBody | undefined,
): readonly ObjectBody[] => {
  const isOwned = namespace !== defaultNamespace && found !== undefined && isOurs(found)
  const omitted = { namespace, image: undefined, allNodes: undefined }
  return installObjects(optionsFor(omitted, installed, isOwned ? 'owned' : 'no'))
}

/** A namespace that does not exist will belong to nodesize; one that another client created never does. */
async function isNamespaceOurs(cluster: Cluster, name: string, limits: Limits): Promise<boolean> {
  if (name === defaultNamespace) return false
  const found = await cluster.objects.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, limits)
  return found === undefined || isOurs(found)
}

const foreignProblem = (object: ObjectBody | undefined): InstallProblem[] =>
  object === undefined || isOurs(object) ? [] : [{ reason: 'NotMadeByInstall', subject: subjectOf(object) }]

interface Draft extends InstallStep {
  /** The object in the cluster; undefined when it does not exist. */
  readonly live: ObjectBody | undefined
  /** The object after the apply. */
  readonly result: ObjectBody
}

/** Asks the server whether an apply would change anything: it fills in defaults, and keeps fields of other clients. */
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

/** A DaemonSet deletes its pods from nodes that its selector no longer matches, whatever its update strategy. */
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

/** Warns when no node is selected, and of kubelets that are too old to resize pods. */
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
