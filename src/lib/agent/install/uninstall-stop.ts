import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Installation } from '../installation/installation.ts'
import type { InstallationFact } from '../installation/installation-messages.ts'
import { AgentStaysStopped, OtherAgentRuns, UninstallPlanOutdated } from '../installation/installation-messages.ts'
import { agentUnit } from '../installation/places.ts'
import type { UninstallPlan } from './uninstall.ts'
import { exceeds, type Return, returnOf } from './uninstall-return.ts'
import type { UninstallWorld } from './uninstall-world.ts'

/** The plan of an installation that is there. */
export type Known = UninstallPlan & { readonly installation: Installation }

/** For what must happen, whatever ended the command. */
const still: Limits = { signal: new AbortController().signal }

/** Stops the agent, and looks again. Until this resolves nothing is changed but that, and a failure starts it again. */
export async function stopAgent(
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
