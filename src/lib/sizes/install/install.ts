import type { ObjectBody } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { defaultNamespace } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { defaultImage, type InstallOptions, installObjects } from '../manifests/manifests.ts'
import { everyLinuxNode, type Installation, installationOf, labelledNodes } from '../model/installation.ts'
import { isOlder } from '../model/tool-version.ts'
import type { Cluster } from '../ports/cluster.ts'
import { isOurs } from '../resize/installations.ts'
import type { Held } from './held.ts'
import { releasedBy, warningsOn } from './install-balloons.ts'
import { InstalledByNewer, type InstallProblem, type InstallWarning, NotMadeByInstall } from './install-messages.ts'
import type { Draft, InstallStep } from './install-step.ts'
import { preflight, refuseMissingRights, refuseOn, subjectOf } from './preflight.ts'
import { sameContent, templateDiffers } from './same-content.ts'

export interface InstallPlan {
  /** In the order in which they must be created. */
  readonly steps: readonly InstallStep[]
  /** By node: balloons that the DaemonSet would delete, and with them the sizes. */
  readonly released: readonly Held[]
  readonly installed: Installation | undefined
  /** Balloons that exist were made from another template. */
  readonly templateDiffers: boolean
  readonly warnings: readonly InstallWarning[]
}

/** Omitted values remain as installed; a first installation uses the defaults. */
export interface InstallRequest {
  readonly namespace: string
  readonly image: string | undefined
  /** Whether every linux node gets a balloon, or only nodes with the label. */
  readonly allNodes: boolean | undefined
  /** Of this nodesize; undefined: it is neither noted nor compared. */
  readonly version?: string | undefined
  /** What a newer nodesize has installed is replaced, too. */
  readonly allowDowngrade?: boolean | undefined
}

/**
 * Reads and decides; writes nothing. Rejects with Failure 'refused' when balloons could not run in this cluster, and
 * when install did not create an object with a name of nodesize.
 */
export async function planInstall(cluster: Cluster, desired: InstallRequest, limits: Limits): Promise<InstallPlan> {
  const createNamespace = (await isNamespaceOurs(cluster, desired.namespace, limits)) ? 'owned' : 'no'
  const defaults = installObjects(optionsFor(desired, undefined, createNamespace))
  await refuseMissingRights(cluster, defaults, limits)
  const [checked, live, nodes, { pods }] = await concurrently([
    preflight(cluster, limits),
    concurrently(defaults.map((object) => cluster.objects.read(object, limits))),
    cluster.nodes.list({}, limits),
    cluster.balloons.list(limits),
  ])
  refuseOn([...checked.problems, ...live.flatMap(foreignProblem)])
  const daemonSet = live.find((object) => object?.kind === 'DaemonSet')
  const installed = daemonSet && installationOf(daemonSet, desired.namespace)
  refuseDowngrade(desired, installed)
  const objects = installObjects(optionsFor(desired, installed, createNamespace))
  const drafts = await concurrently(objects.map((object, i) => draftOf(cluster, { object, live: live[i] }, limits)))
  const balloons = { nodes, pods, installed, draft: drafts.find(({ object }) => object.kind === 'DaemonSet') }
  const warnings = [...checked.warnings, ...warningsOn(balloons)]
  const { draft } = balloons
  return {
    steps: drafts.map(({ object, action }) => ({ object, action })),
    released: releasedBy(balloons),
    installed,
    templateDiffers: draft?.live !== undefined && templateDiffers(draft.live, draft.result),
    warnings,
  }
}

function refuseDowngrade({ version: own, allowDowngrade }: InstallRequest, installed: Installation | undefined): void {
  if (own === undefined || allowDowngrade || installed?.version === undefined) return
  if (isOlder(own, installed.version)) refuseOn([InstalledByNewer({ installed: installed.version, own })])
}

/**
 * The objects that install would create, without a cluster. Whether the namespace belongs to nodesize is unknown, so it
 * does not get the label of install.
 */
export function planOffline(desired: InstallRequest): InstallPlan {
  const objects = installObjects(
    optionsFor(desired, undefined, desired.namespace === defaultNamespace ? 'no' : 'plain'),
  )
  return {
    steps: objects.map((object) => ({ object, action: 'create' })),
    released: [],
    installed: undefined,
    templateDiffers: false,
    warnings: [],
  }
}

const optionsFor = (
  { namespace, image, allNodes, version }: InstallRequest,
  installed: Installation | undefined,
  createNamespace: InstallOptions['createNamespace'],
): InstallOptions => ({
  namespace,
  createNamespace,
  version,
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
  object === undefined || isOurs(object) ? [] : [NotMadeByInstall({ subject: subjectOf(object) })]

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
