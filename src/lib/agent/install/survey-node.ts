import { chooseApplyMode } from '../../kubelet/layout/apply-mode.ts'
import { type ApplyModeFact, type LayoutCare, NoConfigFile } from '../../kubelet/layout/layout-messages.ts'
import type { KubeletSetup } from '../../kubelet/layout/setup.ts'
import { oldest, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { fileSubject, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { AgentServer } from '../installation/agent-kubeconfig.ts'
import type { Installation, InstallationReading, InstalledPlace, RunsAs } from '../installation/installation.ts'
import {
  AgentInstallRefused,
  type InstallationFact,
  InstallationNewer,
  type InstallationProblem,
  InstallationUnreadable,
  InstalledAsService,
  InstalledForOtherNode,
  InstalledForPod,
  InstalledWithOtherMode,
  KubeletStandalone,
  NotRoot,
  OtherAgentRuns,
} from '../installation/installation-messages.ts'
import { type NodeNameFound, nodeNameOf } from '../installation/node-name.ts'
import { agentUnit, dropInFolder, recordPath } from '../installation/places.ts'
import { folderOf } from '../installation/wanted-files.ts'
import type { NodeMachine } from '../ports/enrollment.ts'
import { machineProblems, nodeProblems } from './check-machine.ts'
import { type InstallRequest, type InstallWorld, stepPlace } from './install-world.ts'
import { readRecord } from './read-record.ts'

/** A machine that an agent can be installed on. */
export interface Surveyed {
  readonly setup: KubeletSetup
  readonly care: readonly LayoutCare[]
  readonly node: string
  readonly machine: NodeMachine
  readonly place: InstalledPlace
  /** Why this mode; undefined: an earlier installation has it. */
  readonly because: ApplyModeFact | undefined
  readonly server: AgentServer
  readonly earlier: Installation | undefined
}

/** Looks at this machine and its Node. Rejects with Failure 'refused' and all problems when an agent cannot work here. */
export async function surveyNode(world: InstallWorld, request: InstallRequest, limits: Limits): Promise<Surveyed> {
  if (!world.machine.isRoot) throw refusal([NotRoot()])
  const found = await world.discover(limits)
  if ('refused' in found) throw refusal([found.refused])
  const { setup, care } = found
  if (setup.kubeconfig === undefined) throw refusal([KubeletStandalone()])
  const record = recordPath(request.places)
  const reading = await readRecord(world.files, request.places)
  const earlier = reading.kind === 'installation' ? reading.installation : undefined
  const choice = await choosePlace(world, { request, setup, earlier }, limits)
  const { server, user } = await world.kubeletCredentials(setup.kubeconfig)
  const name = nodeNameOf({ asked: request.nodeName, override: setup.hostnameOverride, user })
  const machine = 'name' in name ? await world.enrollment.machineOf(name.name, limits) : undefined
  const problems = [
    ...recordProblems(reading.kind, record),
    ...(await machineProblems({
      ...{ machine: world.machine, files: world.files, places: request.places, runsAs: request.runsAs },
      kubeletFolders: [dropInFolder(setup.unit), ...('place' in choice ? [liveFolder(choice.place)] : [])],
    })),
    ...('problem' in choice ? [choice.problem] : []),
    ...nameProblems(name, { machine, world, earlier, runsAs: request.runsAs }),
    ...(await otherAgents(world, { request, earlier }, limits)),
  ]
  if (problems.length > 0 || !('name' in name) || machine === undefined || !('place' in choice)) throw refusal(problems)
  const { place, because } = choice
  return { setup, care, node: name.name, machine, place, because, server, earlier }
}

/** The flags of the kubelet may lead to our own file already: without the record, nobody can tell what is the node's. */
function recordProblems(kind: InstallationReading['kind'], path: string): readonly InstallationProblem[] {
  const subject = fileSubject(path)
  if (kind === 'newer') return [InstallationNewer({ subject })]
  return kind === 'damaged' ? [InstallationUnreadable({ subject })] : []
}

export const refusal = (problems: readonly InstallationProblem[]): Failure<InstallationFact> =>
  new Failure('refused', AgentInstallRefused({ problems }))

const liveFolder = (place: InstalledPlace): string => (place.mode === 'drop-in' ? place.folder : folderOf(place.config))

type Choice =
  | { readonly place: InstalledPlace; readonly because: ApplyModeFact | undefined }
  | { readonly problem: InstallationProblem }

/** An installation keeps its mode: the flags of the kubelet may lead to our own file by now. */
async function choosePlace(
  world: InstallWorld,
  { request, setup, earlier }: { request: InstallRequest; setup: KubeletSetup; earlier: Installation | undefined },
  limits: Limits,
): Promise<Choice> {
  const { applyMode } = request
  if (earlier !== undefined) {
    const isSame = applyMode === 'auto' || applyMode === earlier.place.mode
    return isSame
      ? { place: earlier.place, because: undefined }
      : { problem: InstalledWithOtherMode({ mode: earlier.place.mode }) }
  }
  const release = releaseOfKubelet(await world.kubeletVersion(setup.unit, limits))?.release ?? oldest
  const choice = chooseApplyMode(setup, applyMode, release)
  if ('refused' in choice) return { problem: choice.refused }
  const place = stepPlace(choice.mode, setup)
  return place === undefined ? { problem: NoConfigFile() } : { place, because: choice.because }
}

function nameProblems(
  name: NodeNameFound,
  {
    machine,
    world,
    earlier,
    runsAs,
  }: {
    machine: NodeMachine | undefined
    world: InstallWorld
    earlier: Installation | undefined
    runsAs: RunsAs
  },
): readonly InstallationProblem[] {
  if ('refused' in name) return [name.refused]
  const isOther = earlier !== undefined && earlier.node !== name.name
  return [
    ...nodeProblems(name.name, machine, { ...world.machine, runsAs }),
    ...(isOther ? [InstalledForOtherNode({ subject: nodeSubject(earlier.node) })] : []),
  ]
}

/** Two agents would fight over one kubelet: the second one is not even installed. */
async function otherAgents(
  world: InstallWorld,
  { request: { runsAs, places }, earlier }: { request: InstallRequest; earlier: Installation | undefined },
  limits: Limits,
): Promise<readonly InstallationProblem[]> {
  if (earlier !== undefined && earlier.runsAs !== runsAs)
    return [earlier.runsAs === 'pod' ? InstalledForPod() : InstalledAsService()]
  // The service is replaced by what is installed now, also while it starts, and nothing is to do for a pod whose files are there.
  const isOwn =
    runsAs === 'service' ? !(await world.units.isStopped(agentUnit, limits)) : earlier?.state === 'installed'
  const { stateFolder } = places
  if (isOwn || !(await world.isInUse(stateFolder))) return []
  return [OtherAgentRuns({ subject: fileSubject(stateFolder) })]
}
