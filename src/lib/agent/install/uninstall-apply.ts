import { fileSubject, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Installation, installationText } from '../installation/installation.ts'
import {
  AgentStaysStopped,
  AgentUninstallFailed,
  type InstallationFact,
  KubeletNotHealthyAfterUninstall,
  NodeNameLost,
  NodeNotCleared,
  OtherAgentRuns,
  UninstallPlanOutdated,
} from '../installation/installation-messages.ts'
import { agentUnit, kubeconfigPath, recordPath, usualPlaces } from '../installation/places.ts'
import { readRecord } from './read-record.ts'
import type { UninstallPlan } from './uninstall.ts'
import { removals } from './uninstall-removals.ts'
import { exceeds, nothing, type Return, returnOf } from './uninstall-return.ts'
import type { UninstallWorld } from './uninstall-world.ts'

export interface UninstallOutcome {
  readonly removed: readonly string[]
  readonly restarted: boolean
  /** What the return has required when it was done. */
  readonly back: Return
  readonly warnings: readonly InstallationFact[]
}

/**
 * Applies the plan. First the agent is stopped, and what it has done since the plan was made is looked at: if the return
 * costs more now, rejects with Failure 'conflict', and the agent runs again. Then the node's own configuration comes first:
 * whatever fails later, the kubelet has it, and running it again continues there.
 */
export async function applyUninstall(
  world: UninstallWorld,
  plan: UninstallPlan,
  limits: Limits,
): Promise<UninstallOutcome> {
  const { installation } = plan
  if (installation === undefined) return { removed: [], restarted: false, back: nothing, warnings: [] }
  using current = await stopAgent(world, { ...plan, installation }, limits)
  try {
    return await undoAll(world, { ...plan, installation, back: current.back }, limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const fact: InstallationFact = AgentUninstallFailed({
      because: error.fact,
      subject: nodeSubject(installation.node),
    })
    throw new Failure(error.code, fact, { cause: error })
  }
}

async function undoAll(world: UninstallWorld, plan: Known, limits: Limits): Promise<UninstallOutcome> {
  const { installation, stateFolder, back } = plan
  await note(world, plan, back.restarts ? back : undefined)
  const warnings = await withdraw(world, { installation, stateFolder }, limits)
  const live = await world.live(installation.place, stateFolder)
  if ((await live.read()).content === 'foreign') await live.captureLocal()
  await live.leave()
  const { ofUnits, others: ofOthers, ownFolders, folders: ofFolders } = removals(plan)
  const units = await removeAll(ofUnits, world.files.remove)
  await world.units.reload(limits)
  if (back.restarts) {
    await restart(world, plan, limits)
    await note(world, plan, undefined)
  }
  const unhealthy = back.restarts ? await healthWarnings(world, installation, limits) : []
  const others = await removeAll(ofOthers, world.files.remove)
  const own = await removeAll(ownFolders, world.files.removeFolder)
  const folders = await removeAll(ofFolders, world.files.removeEmptyFolder)
  return {
    removed: [...units, ...others, ...own, ...folders],
    restarted: back.restarts,
    back,
    warnings: [...warnings, ...unhealthy],
  }
}

interface Target {
  readonly installation: Installation
  readonly stateFolder: string
}

/** What is still to be done with the kubelet outlives an interruption. */
async function note(
  { files }: UninstallWorld,
  { installation, stateFolder }: Target,
  back: Pick<Return, 'stateFiles'> | undefined,
): Promise<void> {
  const path = recordPath({ ...usualPlaces, stateFolder })
  const restart = back && { stateFiles: back.stateFiles }
  const text = installationText({ ...installation, state: 'uninstalling', restart })
  // Such as a folder in its place.
  if ((await readRecord(files, { ...usualPlaces, stateFolder })).kind === 'damaged') await files.removeFolder(path)
  await files.put({ path, mode: 0o600, content: { kind: 'text', text } })
}

/** The API server may not be there, and must not keep anybody from uninstalling. */
async function withdraw(
  world: UninstallWorld,
  { installation, stateFolder }: Target,
  limits: Limits,
): Promise<readonly InstallationFact[]> {
  const { node } = installation
  if (node === '') return [NodeNameLost()]
  try {
    await world.withdraw(kubeconfigPath({ ...usualPlaces, stateFolder }), node, limits)
    return []
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return [NodeNotCleared({ subject: nodeSubject(node), because: error.fact })]
  }
}

async function restart(world: UninstallWorld, { installation, back }: Known, limits: Limits): Promise<void> {
  const { kubeletUnit, kubeletRoot } = installation
  const stateFiles = world.stateFiles(kubeletRoot)
  const aside = await stateFiles.names()
  const isPlain = aside.length === 0 && back.stateFiles.length === 0
  await world.kubelet(kubeletUnit).restart(
    isPlain
      ? undefined
      : async () => {
          await stateFiles.putBack()
          await stateFiles.remove(back.stateFiles)
        },
    limits,
  )
}

const settleMs = 3_000
const looks = 7

/** A kubelet that cannot start with the node's own files ends within a second. */
async function healthWarnings(
  world: UninstallWorld,
  { kubeletUnit }: Installation,
  limits: Limits,
): Promise<readonly InstallationFact[]> {
  const kubelet = world.kubelet(kubeletUnit)
  let before = await kubelet.state(limits)
  for (let look = 0; look < looks; look++) {
    await world.clock.sleep(settleMs, limits.signal)
    const now = await kubelet.state(limits)
    if (now.mainPid !== 0 && now.mainPid === before.mainPid) return []
    before = now
  }
  return [KubeletNotHealthyAfterUninstall({ subject: { kind: 'Unit', name: kubeletUnit } })]
}

/** Those that were there. */
async function removeAll(
  paths: readonly string[],
  remove: (path: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const path of paths) if (await remove(path)) removed.push(path)
  return removed
}

/** The plan of an installation that is there. */
type Known = UninstallPlan & { readonly installation: Installation }

/** For what must happen, whatever ended the command. */
const still: Limits = { signal: new AbortController().signal }

/** Stops the agent, and looks again. Until this resolves nothing is changed but that, and a failure starts it again. */
async function stopAgent(
  world: UninstallWorld,
  plan: Known,
  limits: Limits,
): Promise<Disposable & { readonly back: Return }> {
  const { units } = world
  const wasRunning = !(await units.isStopped(agentUnit, limits))
  let kept: Disposable | undefined
  try {
    await units.disableNow(agentUnit, limits)
    kept = await world.keepAgentsAway(plan.stateFolder)
    if (kept === undefined) throw otherAgent(plan.stateFolder)
    const back = await returnOf(world, plan, limits)
    if (exceeds(back, plan.back, plan.acceptedRisks)) throw outdated(back)
    const release = kept
    return { back, [Symbol.dispose]: () => release[Symbol.dispose]() }
  } catch (error) {
    kept?.[Symbol.dispose]()
    throw wasRunning ? await startedAgain(world, error) : error
  }
}

/** The error, or that the agent does not start again because of it. */
async function startedAgain({ units }: UninstallWorld, error: unknown): Promise<unknown> {
  try {
    await units.enableNow(agentUnit, still)
    return error
  } catch (failure) {
    if (!(failure instanceof Failure && error instanceof Failure)) return failure
    const subject = { kind: 'Unit', name: agentUnit }
    return new Failure(error.code, AgentStaysStopped({ subject, because: error.fact }), { cause: failure })
  }
}

const otherAgent = (stateFolder: string): Failure<InstallationFact> =>
  new Failure('refused', OtherAgentRuns({ subject: fileSubject(stateFolder) }))

const outdated = (back: Return): Failure<InstallationFact> =>
  new Failure(
    'conflict',
    UninstallPlanOutdated({
      ...{ disruption: back.disruption, fields: back.fields, stateFiles: back.stateFiles },
    }),
  )
