import { Failure } from '../../../src/lib/message/failure.ts'
import { atATime, defaultPolicy, type RolloutPolicy } from '../../../src/lib/rollouts/policy.ts'
import { type UserChange, userChanges } from '../../../src/lib/rollouts/user-changes.ts'
import { Dice } from '../../support/schedules/dice.ts'
import { documentOf, type Effect, type FleetMember, members, rolloutOf, SimulatedFleet } from './simulated-fleet.ts'

const minute = 60_000
const hour = 60 * minute

/** `fails`: on every node; `rare`: on one kind of node only. */
const kinds = ['works', 'works', 'works', 'fails', 'hangs', 'rare'] as const
type Kind = (typeof kinds)[number]

const kindOf = (digest: string): Kind => (digest.split('-')[0] as Kind) ?? 'works'

function effectOf(digest: string, { stratum }: FleetMember): Effect {
  const kind = kindOf(digest)
  if (kind === 'rare') return stratum === 'rare' ? 'fails' : 'works'
  return kind
}

const changes = Object.keys(userChanges) as UserChange[]

/** What people, machines and other movers do to a fleet in a day, and what must hold meanwhile and in the end. */
export function runRandomRollouts(seed: number): void {
  const dice = new Dice(seed)
  const count = 1 + dice.below(40)
  const policy: Partial<RolloutPolicy> = {
    maxUnavailable: dice.pick([defaultPolicy.maxUnavailable, { kind: 'count', count: 1 + dice.below(4) }]),
    onFailure: dice.pick(['abort', 'abort', 'pause']),
    soakMs: dice.pick([0, 10 * minute]),
  }
  const fleet = new SimulatedFleet(
    members(count, (index) => ({ stratum: index % 7 === 3 ? 'rare' : 'usual' })),
    rolloutOf(policy, 'works-0'),
    effectOf,
  )
  let isForced = false
  for (let turn = 1; turn <= 4 + dice.below(12); turn++) {
    switch (dice.below(8)) {
      case 0:
        isForced ||= ask(fleet, dice.pick(changes))
        break
      case 1:
        for (const one of fleet.machines) if (dice.oneIn(count)) one.ready = !one.ready
        break
      case 2:
        if (fleet.machines.length > 1) fleet.machines.splice(dice.below(fleet.machines.length), 1)
        break
      case 3:
        join(fleet, `new-${turn}`)
        break
      case 4:
        fleet.rollout = fleet.movedByAnother()
        break
      default:
        fleet.desired = documentOf(`${dice.pick(kinds)}-${turn}`)
    }
    fleet.pass(dice.pick([minute, 10 * minute, hour]))
    // A node that is promoted by hand gets it at once, and a fleet that shrinks may have as few away.
    if (!isForced) checkAway(fleet)
    checkTouched(fleet, count, isForced)
  }
  // What hangs on all nodes leaves none for anything else: maxUnavailable has to be raised then.
  if (isForced) return
  for (const one of fleet.machines) one.ready = true
  fleet.desired = documentOf('works-last')
  for (const machine of fleet.machines) machine.failed.clear()
  if (fleet.rollout.progress?.phase === 'Paused') ask(fleet, 'resume')
  for (let hours = 0; hours < 120 && fleet.runs('works-last').length < fleet.machines.length; hours++) {
    // What was paused for what came before goes back first.
    if (hours === 20 && fleet.rollout.progress?.phase === 'Paused') ask(fleet, 'abort')
    fleet.pass(hour)
  }
  const left = fleet.machines.filter(({ runs }) => runs !== 'works-last').map(({ member }) => member.name)
  // A node that has joined since the last rollout gets it when it is promoted.
  if (left.length > 0)
    throw new Error(`${left.length} nodes never got the last document: ${JSON.stringify(fleet.rollout)}`)
}

/** Returns whether all nodes get something at once now. */
function ask(fleet: SimulatedFleet, change: UserChange): boolean {
  try {
    fleet.rollout = userChanges[change](fleet.rollout, { by: 'jane', note: undefined, now: fleet.now })
    return change === 'promote'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return false
  }
}

function join(fleet: SimulatedFleet, name: string): void {
  const createdAt = new Date(fleet.now).toISOString().replace(/\.\d+/, '')
  const [machine] = new SimulatedFleet([{ name, createdAt, stratum: 'usual' }], fleet.rollout).machines
  fleet.machines.push(machine!)
}

function checkAway(fleet: SimulatedFleet): void {
  const { maxUnavailable } = fleet.rollout.policy!
  const most = atATime(maxUnavailable, Math.max(fleet.machines.length, fleet.mostMachines))
  if (fleet.mostChanging > most) throw new Error(`${fleet.mostChanging} nodes were away at a time, and ${most} may be`)
}

/** A document that fails everywhere hurts the canaries, and no more. */
function checkTouched(fleet: SimulatedFleet, count: number, isForced: boolean): void {
  if (isForced) return
  for (const [digest, touched] of fleet.touched) {
    if (kindOf(digest) !== 'fails' && kindOf(digest) !== 'hangs') continue
    const most = 2 * (fleet.tries.get(digest) ?? 1)
    if (touched.size > Math.max(most, 0)) throw new Error(`${digest} reached ${touched.size} of ${count} nodes`)
  }
}
