import { type Installation, readInstallation } from '../../agent-installation/installation.ts'
import type { InstallationFact } from '../../agent-installation/installation-fact.ts'
import { agentUnitPath, type Places, recordPath, rescueDropInPath } from '../../agent-installation/places.ts'
import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { oldest, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { assessChange } from '../../kubelet-changes/assess.ts'
import { type Disruption, isRisk, type Risk } from '../../kubelet-changes/disruption.ts'
import type { Limits } from '../../ports/limits.ts'
import { decoded, meanTheSame } from './document-meaning.ts'
import { placeOf } from './install-world.ts'
import { refusal } from './survey-node.ts'
import type { UninstallWorld } from './uninstall-world.ts'

/** What the return to the node's own configuration requires. */
export interface Return {
  /** The kubelet runs with something else than the node's own files say. */
  readonly restarts: boolean
  readonly disruption: Disruption
  readonly fields: readonly string[]
  /** State files of the kubelet that must go while it is stopped. */
  readonly stateFiles: readonly string[]
}

export interface UninstallPlan {
  /** undefined: no agent is installed. */
  readonly installation: Installation | undefined
  readonly stateFolder: string
  readonly back: Return
  readonly warnings: readonly InstallationFact[]
  readonly refusal?: Failure | undefined
}

const nothing: Return = { restarts: false, disruption: 'none', fields: [], stateFiles: [] }
const plainRestart: Return = { ...nothing, restarts: true, disruption: 'restart' }

interface Wish {
  readonly places: Places
  readonly acceptedRisks: readonly Risk[]
}

/** Looks at what is installed, and decides what its removal requires. Writes nothing. */
export async function planUninstall(
  world: UninstallWorld,
  { places, acceptedRisks }: Wish,
  limits: Limits,
): Promise<UninstallPlan> {
  if (!world.machine.isRoot) throw refusal([{ reason: 'NotRoot' }])
  const { stateFolder } = places
  const record = recordPath(places)
  const reading = readInstallation(await world.files.readText(record))
  if (reading.kind === 'newer') throw refusal([{ reason: 'InstallationNewer', subject: fileSubject(record) }])
  const isKnown = reading.kind === 'installation'
  const installation = isKnown ? reading.installation : await assumed(world, places, limits)
  if (installation === undefined)
    return { installation, stateFolder, back: nothing, warnings: [{ reason: 'AgentNotInstalled' }] }
  const back = await returnOf(world, { installation, stateFolder }, limits)
  return {
    ...{ installation, stateFolder, back },
    warnings: isKnown ? [] : [{ reason: 'InstallationDamaged', subject: fileSubject(record) }],
    refusal: refusalOf(back, acceptedRisks),
  }
}

function refusalOf({ disruption, fields }: Return, accepted: readonly Risk[]): Failure<InstallationFact> | undefined {
  if (!isRisk(disruption) || accepted.includes(disruption)) return undefined
  return new Failure('refused', { reason: 'UninstallNeedsRisk', disruption, fields })
}

/** Without a readable record: what an installation at these places is, if there is any trace of one. */
async function assumed(world: UninstallWorld, places: Places, limits: Limits): Promise<Installation | undefined> {
  const { files } = world
  const isTraced = (await files.missingFolders(places.stateFolder)).length === 0
  const hasUnit = (await files.readText(agentUnitPath)) !== undefined
  if (!isTraced && !hasUnit) return undefined
  const found = await world.discover(limits)
  if ('refused' in found) throw refusal([found.refused])
  const { setup } = found
  const place = placeOf('file', setup) ?? placeOf('drop-in', setup)
  if (place === undefined) throw refusal([{ reason: 'NoConfigFile' }])
  return {
    ...{ schemaVersion: 1, state: 'uninstalling', version: '', node: '', namespace: '', place },
    kubeletUnit: setup.unit,
    kubeletRoot: setup.rootDir,
    files: [agentUnitPath, rescueDropInPath(setup.unit)],
    folders: [places.stateFolder],
  }
}

async function returnOf(
  world: UninstallWorld,
  { installation, stateFolder }: { installation: Installation; stateFolder: string },
  limits: Limits,
): Promise<Return> {
  const { place, kubeletUnit, kubeletRoot, restart } = installation
  const live = await world.live(place, stateFolder)
  const aside = new Set(await world.stateFiles(kubeletRoot).names())
  const { content } = await live.read()
  // What another program wrote since is the node's own by now, and the kubelet reads it at its next start anyway.
  if (content !== 'ours') {
    // An uninstallation that was interrupted has put the file back, and the kubelet does not run with it yet.
    if (restart !== undefined) return { ...plainRestart, stateFiles: restart.stateFiles }
    return aside.size === 0 ? nothing : plainRestart
  }
  const version = await world.kubelet(kubeletUnit).version(limits)
  const release = releaseOfKubelet(version)?.release ?? oldest
  const [now, own] = [await world.files.readText(live.path), await live.readLocal()]
  const before = Buffer.from(now ?? '')
  if (own === undefined) return plainRestart
  if (await meanTheSame(before, own, release)) return nothing
  const [old, next] = [await decoded(before, release), await decoded(own, release)]
  if (old === undefined || next === undefined) return plainRestart
  const { disruption, changes } = assessChange(release, { before: old, after: next })
  const stateFiles = new Set(changes.flatMap(({ stateFile }) => stateFile ?? []).filter((name) => !aside.has(name)))
  // In a trial, the state files of the node's own configuration are still there, and come back with it.
  const isCovered = disruption === 'state-file' && stateFiles.size === 0
  return {
    restarts: true,
    disruption: isCovered ? 'restart' : disruption,
    fields: changes.filter((change) => isRisk(change.disruption)).map(({ path }) => path),
    stateFiles: [...stateFiles],
  }
}
