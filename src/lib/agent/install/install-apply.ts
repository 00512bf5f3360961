import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { installationText } from '../installation/installation.ts'
import { AgentInstallFailed, AgentNotReady, type InstallationFact } from '../installation/installation-messages.ts'
import { agentUnit } from '../installation/places.ts'
import type { Undo } from '../ports/system-files.ts'
import type { InstallPlan } from './install.ts'
import type { InstallStep } from './install-steps.ts'
import type { InstallWorld } from './install-world.ts'

/** One thing that was done, and how it is undone. */
interface Done {
  /** For the message when it cannot be undone: a path or a unit. */
  readonly what: string
  readonly undo: Undo
}

interface Work {
  readonly world: InstallWorld
  readonly plan: InstallPlan
  readonly done: Done[]
  readonly limits: Limits
  /** Once it was requested. */
  token?: string
}

/**
 * Takes the steps of the plan, and nothing else; the agent is ready when it resolves. A failure undoes what was done, in
 * reverse: rejects with Failure 'refused' (or what ended it), which has what could not be undone.
 */
export async function applyInstall(world: InstallWorld, plan: InstallPlan, limits: Limits): Promise<void> {
  const work: Work = { world, plan, limits, done: [] }
  try {
    for (const step of plan.steps) await take(step, work)
  } catch (error) {
    throw await undone(work.done, error)
  }
}

async function take(step: InstallStep, work: Work): Promise<void> {
  const { world, plan, limits } = work
  switch (step.act) {
    case 'create-folder':
      return makeFolder(step, work)
    case 'record':
      return writeRecord(step.state, work)
    case 'link':
      return link(step.path, work)
    case 'request-token':
      work.token = (await world.enrollment.requestToken(step.request, limits)).token
      return
    case 'file':
      return putFile(step, work)
    case 'try-credentials':
      return world.tryCredentials(plan.kubeconfig, plan.installation.node, limits)
    case 'reload-units':
      return reloadUnits(work)
    case 'start-agent':
      return startAgent(work)
  }
}

async function makeFolder(
  { path, mode }: { readonly path: string; readonly mode: number },
  { world: { files }, plan, done }: Work,
): Promise<void> {
  const made = await files.makeFolder(path, mode)
  if (made.length === 0) return
  // What is in a new state folder was made since, and is the agent's.
  const remove = path === plan.stateFolder ? files.removeFolder : files.removeEmptyFolder
  done.push({ what: path, undo: async () => void (await remove(path)) })
}

async function writeRecord(
  state: 'installing' | 'installed' | 'uninstalling',
  { world: { files }, plan, done }: Work,
): Promise<void> {
  const text = installationText({ ...plan.installation, state })
  const undo = await files.put({ path: plan.record, mode: 0o600, content: { kind: 'text', text } })
  if (state === 'installing') done.push({ what: plan.record, undo })
}

/** Its drop-in makes the kubelet read a file that must be there first. */
async function link(path: string, { world, plan, done }: Work): Promise<void> {
  await world.prepareLive(plan.installation.place, plan.stateFolder)
  done.push({ what: path, undo: async () => void (await world.files.remove(path)) })
}

async function putFile({ change }: Extract<InstallStep, { act: 'file' }>, { world, token, done }: Work): Promise<void> {
  if (change.action === 'keep') return
  const { file } = change
  done.push({ what: file.path, undo: await world.files.put(file, token && `${token}\n`) })
}

/** For what is undone, whatever ended the installation. */
const still: Limits = { signal: new AbortController().signal }

/** When everything else is undone, systemd has to read the units again, and the agent that ran has to run. */
async function reloadUnits({ world: { units }, plan, done, limits }: Work): Promise<void> {
  const isService = plan.installation.runsAs === 'service'
  const wasRunning = isService && (await units.isActive(agentUnit, limits))
  done.unshift({
    what: agentUnit,
    undo: async () => {
      await units.reload(still)
      if (wasRunning) await units.enableNow(agentUnit, still)
    },
  })
  if (isService && !wasRunning) done.push({ what: agentUnit, undo: () => units.disableNow(agentUnit, still) })
  await units.reload(limits)
}

/** Starting it waits until it reports that it is ready: only then does it watch its kubelet. */
async function startAgent({ world: { units }, limits }: Work): Promise<void> {
  await units.enableNow(agentUnit, limits)
  if (!(await units.isActive(agentUnit, limits)))
    throw new Failure(
      'timeout',
      AgentNotReady({
        subject: { kind: 'Unit', name: agentUnit },
      }),
    )
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
  const fact: InstallationFact = AgentInstallFailed({
    because: error.fact,
    undone: left.length === 0,
    left,
  })
  return new Failure(error.code, fact, { cause: error })
}
