import type { FileChange } from '../../agent-installation/file-plan.ts'
import { type Installation, installationText } from '../../agent-installation/installation.ts'
import type { InstallationFact } from '../../agent-installation/installation-fact.ts'
import { agentUnit } from '../../agent-installation/places.ts'
import { Failure } from '../../failure.ts'
import type { Undo } from '../../ports/host/system-files.ts'
import type { Limits } from '../../ports/limits.ts'
import type { InstallPlan } from './install.ts'
import type { InstallWorld } from './install-world.ts'

/** One thing that was done, and how it is undone. */
interface Done {
  /** For the message when it cannot be undone: a path or a unit. */
  readonly what: string
  readonly undo: Undo
}

/**
 * Applies the plan; the agent is ready when it resolves. A failure undoes what was done, in reverse: rejects with Failure
 * 'refused' (or what ended it), which has what could not be undone.
 */
export async function applyInstall(world: InstallWorld, plan: InstallPlan, limits: Limits): Promise<void> {
  if (plan.isDone) return
  const done: Done[] = []
  try {
    await makeFolders(world, plan, done)
    await writeRecord(world, { plan, state: 'installing' }, done)
    await prepareLive(world, plan, done)
    const token = plan.token && (await world.enrollment.requestToken(plan.token, limits)).token
    for (const change of plan.changes) await putFile(world, { change, secret: token && `${token}\n` }, done)
    if (plan.token !== undefined) await world.tryCredentials(plan.kubeconfig, plan.installation.node, limits)
    await startAgent(world, limits, done)
    await writeRecord(world, { plan, state: 'installed' }, [])
  } catch (error) {
    throw await undone(done, error)
  }
}

async function makeFolders(
  { files }: InstallWorld,
  { folders, stateFolder }: InstallPlan,
  done: Done[],
): Promise<void> {
  for (const folder of folders) {
    const made = await files.makeFolder(folder, `${folder}/`.startsWith(`${stateFolder}/`) ? 0o700 : 0o755)
    if (made.length === 0) continue
    // What is in a new state folder was made since, and is the agent's.
    const remove = folder === stateFolder ? files.removeFolder : files.removeEmptyFolder
    done.push({ what: folder, undo: async () => void (await remove(folder)) })
  }
}

async function writeRecord(
  { files }: InstallWorld,
  { plan, state }: { plan: InstallPlan; state: Installation['state'] },
  done: Done[],
): Promise<void> {
  const text = installationText({ ...plan.installation, state })
  const undo = await files.put({ path: plan.record, mode: 0o600, content: { kind: 'text', text } })
  done.push({ what: plan.record, undo })
}

/** Its drop-in makes the kubelet read a file that must be there first. */
async function prepareLive(
  world: InstallWorld,
  { installation: { place }, stateFolder, isUpgrade }: InstallPlan,
  done: Done[],
): Promise<void> {
  if (place.mode !== 'unit' || isUpgrade) return
  await world.prepareLive(place, stateFolder)
  const path = world.livePath(place)
  done.push({ what: path, undo: async () => void (await world.files.remove(path)) })
}

async function putFile(
  { files }: InstallWorld,
  { change, secret }: { change: FileChange; secret: string | undefined },
  done: Done[],
): Promise<void> {
  if (change.action === 'keep') return
  const { file } = change
  done.push({ what: file.path, undo: await files.put(file, secret) })
}

/** Starting it waits until it reports that it is ready: only then does it watch its kubelet. */
async function startAgent({ units }: InstallWorld, limits: Limits, done: Done[]): Promise<void> {
  const wasRunning = await units.isActive(agentUnit, limits)
  const still: Limits = { signal: new AbortController().signal }
  done.unshift({
    what: agentUnit,
    undo: async () => {
      await units.reload(still)
      if (wasRunning) await units.enableNow(agentUnit, still)
    },
  })
  done.push({
    what: agentUnit,
    undo: async () => {
      if (!wasRunning) await units.disableNow(agentUnit, still)
    },
  })
  await units.reload(limits)
  await units.enableNow(agentUnit, limits)
  if (!(await units.isActive(agentUnit, limits)))
    throw new Failure<InstallationFact>('timeout', {
      reason: 'AgentNotReady',
      subject: { kind: 'Unit', name: agentUnit },
    })
}

async function undone(done: readonly Done[], error: unknown): Promise<unknown> {
  const left: string[] = []
  for (const { what, undo } of done.toReversed()) {
    await undo().catch((failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure
      left.push(what)
    })
  }
  if (!(error instanceof Failure)) return error
  const fact: InstallationFact = {
    reason: 'AgentInstallFailed',
    because: error.fact,
    undone: left.length === 0,
    left,
  }
  return new Failure(error.code, fact, { cause: error })
}
