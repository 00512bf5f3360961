import { type ApplyModeFact, type LayoutCare, unitSubject } from '../../kubelet/layout/layout-messages.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { serviceAccountOf } from '../identity/service-account.ts'
import { tokenSeconds } from '../identity/token-times.ts'
import { targetsOf } from '../installation/agent-unit.ts'
import { type FileChange, type FoundFile, planFiles, type WantedFile } from '../installation/file-plan.ts'
import type { Installation } from '../installation/installation.ts'
import {
  ConfigFlagNotInUnit,
  type InstallationFact,
  InstallationUnfinished,
} from '../installation/installation-messages.ts'
import { agentUnit, kubeconfigPath, recordPath } from '../installation/places.ts'
import { folderOf, type WantedFiles, wantedFiles } from '../installation/wanted-files.ts'
import type { TokenRequest } from '../ports/enrollment.ts'
import { type InstallNeeds, type InstallStep, installSteps } from './install-steps.ts'
import type { InstallRequest, InstallWorld } from './install-world.ts'
import { refusal, type Surveyed, surveyNode } from './survey-node.ts'

export interface InstallPlan {
  readonly installation: Installation
  readonly stateFolder: string
  /** Where the record of the installation is. */
  readonly record: string
  /** What will be done, in order. Empty when there is nothing to do. */
  readonly steps: readonly InstallStep[]
  /** The kubeconfig of the agent. */
  readonly kubeconfig: string
  /** Everything is there, and the agent runs: there is nothing to do. */
  readonly isDone: boolean
  readonly notes: readonly ApplyModeFact[]
  readonly warnings: readonly (LayoutCare | InstallationFact)[]
}

/**
 * Looks at this machine and its Node, and decides what to install; completes what an earlier run has begun. Writes nothing.
 * Rejects with Failure 'refused' and all problems when an agent cannot be installed here.
 */
export async function planInstall(world: InstallWorld, request: InstallRequest, limits: Limits): Promise<InstallPlan> {
  const surveyed = await surveyNode(world, request, limits)
  const wanted = await wantedOf(world, { request, surveyed }, limits)
  const kubeconfig = request.agentKubeconfig ?? kubeconfigPath(request.places)
  const isService = request.runsAs === 'service'
  const works = isService && (await credentialsWork(world, { kubeconfig, node: surveyed.node }, limits))
  if (isService && !works && request.agentKubeconfig !== undefined)
    await world.tryCredentials(kubeconfig, surveyed.node, limits)
  const found = await Promise.all(
    wantedFiles(wanted).map(
      async (file): Promise<[WantedFile, FoundFile]> => [file, await findFile(world, file, works)],
    ),
  )
  const { earlier } = surveyed
  const { changes, problems } = planFiles(found, new Set(earlier?.files))
  if (problems.length > 0) throw refusal(problems)
  const folders = await missingFolders(world, [
    ...new Set([request.places.stateFolder, ...changes.map(({ file }) => folderOf(file.path))]),
  ])
  const isRunning = !isService || (await world.units.isActive(agentUnit, limits))
  const isUpgrade = earlier?.state === 'installed'
  const needs: InstallNeeds = {
    installation: installationOf(world, { request, surveyed, changes, folders }),
    stateFolder: request.places.stateFolder,
    ...{ changes, folders, isUpgrade },
    token: needsToken(changes) ? tokenFor(surveyed, request) : undefined,
    livePath: world.livePath(surveyed.place),
  }
  const isDone = changes.every(({ action }) => action === 'keep') && isUpgrade && isRunning
  return {
    installation: needs.installation,
    stateFolder: needs.stateFolder,
    record: recordPath(request.places),
    steps: isDone ? [] : installSteps(needs),
    kubeconfig,
    isDone,
    notes: surveyed.because === undefined ? [] : [surveyed.because],
    warnings: [...careFor(surveyed), ...remarksOn(surveyed)],
  }
}

async function wantedOf(
  world: InstallWorld,
  { request, surveyed }: { request: InstallRequest; surveyed: Surveyed },
  limits: Limits,
): Promise<WantedFiles> {
  const { setup, node, place, server } = surveyed
  const dropIn = place.mode === 'unit' ? await world.configDropIn(setup, world.livePath(place), limits) : undefined
  if (place.mode === 'unit' && dropIn === undefined)
    throw refusal([ConfigFlagNotInUnit({ subject: unitSubject(setup.unit) })])
  const { namespace, places, flags, agentKubeconfig, runsAs } = request
  return {
    ...{ node, namespace, places, flags, place, runsAs },
    executable: world.machine.executable,
    kubeletUnit: setup.unit,
    kubeletRoot: setup.rootDir,
    wantedBy: targetsOf(await world.units.wantedBy(setup.unit, limits)),
    login: agentKubeconfig === undefined ? { server } : { kubeconfig: agentKubeconfig },
    rescue: world.rescueFiles(places.stateFolder),
    configDropIn: dropIn,
  }
}

/** False when there are none yet, or the API server does not take them any more: then there will be new ones. */
async function credentialsWork(
  world: InstallWorld,
  { kubeconfig, node }: { kubeconfig: string; node: string },
  limits: Limits,
): Promise<boolean> {
  try {
    await world.tryCredentials(kubeconfig, node, limits)
    return true
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error
    return false
  }
}

async function findFile({ files }: InstallWorld, file: WantedFile, works: boolean): Promise<FoundFile> {
  const found = await files.find(file)
  return file.content.kind === 'secret' && found.kind === 'file' && found.mode === file.mode
    ? { ...found, equals: works }
    : found
}

async function missingFolders({ files }: InstallWorld, folders: readonly string[]): Promise<readonly string[]> {
  const missing = await Promise.all(folders.map((folder) => files.missingFolders(folder)))
  return [...new Set(missing.flat())].toSorted()
}

const needsToken = (changes: readonly FileChange[]): boolean =>
  changes.some(({ action, file }) => file.content.kind === 'secret' && action !== 'keep')

const tokenFor = ({ node, machine }: Surveyed, { namespace }: InstallRequest): TokenRequest => ({
  namespace,
  serviceAccount: serviceAccountOf(node)!,
  node: { name: node, uid: machine.uid },
  seconds: tokenSeconds,
})

function installationOf(
  { machine, livePath }: InstallWorld,
  {
    request,
    surveyed,
    changes,
    folders,
  }: { request: InstallRequest; surveyed: Surveyed; changes: readonly FileChange[]; folders: readonly string[] },
): Installation {
  const { node, setup, place, earlier } = surveyed
  // What was equal before is somebody else's, and stays when this goes.
  const link = place.mode === 'unit' ? [livePath(place)] : []
  const made = changes.filter(({ action }) => action !== 'keep').map(({ file }) => file.path)
  return {
    schemaVersion: 1,
    state: 'installed',
    version: machine.version,
    ...{ node, place, runsAs: request.runsAs, namespace: request.namespace },
    ...{ kubeletUnit: setup.unit, kubeletRoot: setup.rootDir },
    files: [...new Set([...(earlier?.files ?? []), ...link, ...made])],
    folders: [...new Set([...(earlier?.folders ?? []), ...folders])],
  }
}

/** What an installation itself has caused is no news. */
const careFor = ({ care, earlier }: Surveyed): readonly LayoutCare[] =>
  earlier === undefined ? care : care.filter(({ reason }) => !ownDoing.includes(reason))

const ownDoing: readonly LayoutCare['reason'][] = ['ConfigIsLink', 'ConfigRewritten', 'StartedWithOtherFlags']

const remarksOn = ({ earlier }: Surveyed): readonly InstallationFact[] =>
  earlier === undefined || earlier.state === 'installed' ? [] : [InstallationUnfinished({ state: earlier.state })]
