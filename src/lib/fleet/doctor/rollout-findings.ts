import type { ObjectBody } from '../../api/object.ts'
import { bySeverity, type Finding, type Findings, type Severity } from '../../message/findings.ts'
import { isLocalImage } from '../../rollouts/probe.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import { type HoldFact, harmIn, NodesFailed } from '../../rollouts/rollout-messages.ts'
import { differences } from '../../sizes/doctor/differences.ts'
import { subjectOf } from '../../sizes/install/preflight.ts'
import { RolloutIdle } from '../rollout/moved-messages.ts'
import { decisionOf, failedNodesOf } from '../rollout/output.ts'
import type { RolloutView } from '../rollout/read-rollout.ts'
import { NoNodesToRollOut, NoRolloutPolicy, RolloutNotYetMoved } from '../rollout/rollout-flow-messages.ts'
import type { WebhookSeen } from './look-at-webhook.ts'
import {
  NotLookedAt,
  PoliciesMissing,
  PoliciesThere,
  type Right,
  RightsMissing,
  RightsThere,
} from './node-doctor-messages.ts'
import {
  AgentsDoNotFollow,
  AgentsFollow,
  ControllerActs,
  ControllerDoesNotAct,
  ControllerNotThere,
  ControllerObjectDiffers,
  ControllerObjectMissing,
  ControllerObjectsThere,
  ProbeImageLocal,
  type RolloutDoctorFact,
  RolloutNotLookedAt,
  RolloutPolicyThere,
  RolloutStands,
  WebhookBlocks,
  WebhookMissing,
  WebhookNotTried,
  WebhookSilent,
  WebhookStands,
} from './rollout-doctor-messages.ts'

/** What a cluster shows about rollouts; undefined: it may not be read. */
export interface RolloutSeen {
  /** With what pods and probes show. */
  readonly view: RolloutView
  /** Whether a replica of the controller holds its Lease. */
  readonly leads: boolean | undefined
  /** Whether its Deployment is there. */
  readonly isInstalled: boolean | undefined
  /** What limits it, and what it may do, besides the same as it is to be; undefined: it is missing. */
  readonly objects: readonly ControllerObject[] | undefined
  /** Policies of `agent manifests` that the cluster does not have. */
  readonly missingPolicies: readonly string[] | undefined
  readonly webhook: WebhookSeen
  /** Whether the controller serves one. */
  readonly hasWebhook: boolean
  /** Of the user. */
  readonly rights: readonly (Right & { readonly allowed: boolean })[]
}

export interface ControllerObject {
  readonly wanted: ObjectBody
  readonly live: ObjectBody | undefined
}

/** Whether rollouts work, as far as the cluster shows it. The same for the same cluster. */
export function rolloutFindingsOf(seen: RolloutSeen): Findings {
  const reading = seen.view.stored?.reading
  const rollout = reading?.kind === 'rollout' ? reading.rollout : undefined
  return bySeverity([
    ...ofObject(seen.view),
    ...ofController(seen),
    ...ofControllerObjects(seen),
    ...ofWebhook(seen),
    ...ofAgents(seen.view, rollout),
    ...(rollout?.policy === undefined ? [] : ofRollout(seen, rollout)),
    ...ofPolicies(seen),
    ...ofRights(seen),
  ])
}

const finding = (severity: Severity, fact: RolloutDoctorFact): Finding => ({ severity, fact })

function ofObject({ stored }: RolloutView): readonly Finding[] {
  if (stored?.reading.kind === 'unreadable') return [finding('error', stored.reading.because)]
  const policy = stored?.reading.rollout.policy
  if (policy === undefined) return [finding('care', NoRolloutPolicy())]
  const image = policy.probe?.image
  return [
    finding('works', RolloutPolicyThere({ waves: policy.waves.length })),
    ...(image !== undefined && isLocalImage(image) ? [finding('care', ProbeImageLocal({ image }))] : []),
  ]
}

function ofController({ leads, isInstalled }: RolloutSeen): readonly Finding[] {
  if (leads === true) return [finding('works', ControllerActs({}))]
  if (leads === undefined || isInstalled === undefined)
    return [finding('care', RolloutNotLookedAt({ what: 'controller' }))]
  return [isInstalled ? finding('error', ControllerDoesNotAct({})) : finding('care', ControllerNotThere({}))]
}

/** Where it is installed. */
function ofControllerObjects({ isInstalled, objects }: RolloutSeen): readonly Finding[] {
  if (isInstalled !== true) return []
  if (objects === undefined) return [finding('care', RolloutNotLookedAt({ what: 'its-objects' }))]
  const found = objects.flatMap(({ wanted, live }): readonly Finding[] => {
    const subject = subjectOf(wanted)
    if (live === undefined) return [finding('error', ControllerObjectMissing({ subject }))]
    const fields = differences(meantOf(wanted), live)
    return fields.length === 0 ? [] : [finding('care', ControllerObjectDiffers({ subject, fields }))]
  })
  return found.length === 0 ? [finding('works', ControllerObjectsThere({}))] : found
}

/** Labels may be another tool's. */
const meantOf = ({ apiVersion: _, metadata: __, ...meant }: ObjectBody): object => meant

/** Whose controller serves none wants none. */
function ofWebhook({ webhook, hasWebhook }: RolloutSeen): readonly Finding[] {
  switch (webhook.kind) {
    case 'stands':
      return [finding('works', WebhookStands({}))]
    case 'silent':
      return [finding('error', WebhookSilent({}))]
    case 'blocks':
      return [finding('error', WebhookBlocks({}))]
    case 'not-configured':
      return hasWebhook ? [finding('care', WebhookMissing({}))] : []
    case 'unknown':
      return hasWebhook ? [finding('care', WebhookNotTried({ because: webhook.because }))] : []
  }
}

function ofAgents({ fleet }: RolloutView, rollout: Rollout | undefined): readonly Finding[] {
  const { members, ahead } = fleet
  if (members.length === 0) return [finding('care', NoNodesToRollOut())]
  if (ahead.length === 0) return [finding('works', AgentsFollow({ nodes: members.length }))]
  return [finding(rollout?.policy === undefined ? 'care' : 'error', AgentsDoNotFollow({ nodes: ahead }))]
}

/** What only a person ends, and what may be for ever. The other reasons to wait have an end. */
const severityOfHold: Partial<Record<HoldFact['reason'], Severity>> = {
  RolloutPaused: 'care',
  DesiredUnusable: 'error',
  RolloutRefused: 'care',
  WaitsForApproval: 'care',
  FleetUnavailable: 'care',
  NoNodeToTry: 'care',
  OutsideWindows: 'care',
  ChecksNotPassed: 'care',
  PodsHurt: 'care',
  PodsNotStarted: 'care',
  ProbesUnclear: 'care',
}

function ofRollout(seen: RolloutSeen, rollout: Rollout): readonly Finding[] {
  const { view } = seen
  const unread = (['pods', 'probes'] as const).filter((what) => view[what]?.kind === 'unread')
  const failed = rollout.progress?.phase === 'Progressing' ? failedNodesOf({ view, rollout }) : []
  return [
    ...unread.map((what) => finding('care', RolloutNotLookedAt({ what }))),
    ...(failed.length === 0 ? [] : [finding('care', NodesFailed({ failed }))]),
    ...ofProgress(seen, rollout),
  ]
}

function ofProgress({ view, leads }: RolloutSeen, rollout: Rollout): readonly Finding[] {
  const decision = decisionOf({ view, rollout })
  if (decision.kind === 'idle') return [finding('works', RolloutIdle())]
  const stands = standsForMs(view, rollout)
  const isOld = stands === undefined ? [] : [finding('care', RolloutStands({ forMs: stands, leads: leads === true }))]
  if (decision.kind === 'move')
    return [finding(leads === true ? 'works' : 'care', RolloutNotYetMoved({ leads })), ...isOld]
  const { because } = decision
  // That the user may not read them says nothing of whoever moves the rollout.
  if (because.reason === 'PodsNotSeen' || because.reason === 'ProbesNotSeen') return isOld
  const severity = isPausedByHarm(because) ? 'error' : severityOfHold[because.reason]
  return severity === undefined ? [finding('works', because), ...isOld] : [finding(severity, because)]
}

/** Who pauses a rollout knows of it. */
const isPausedByHarm = (because: HoldFact): boolean =>
  because.reason === 'RolloutPaused' && harmIn(because.cause) !== undefined

/** Beyond what it waits for by itself. */
const slackMs = 1_800_000

/** Since when nobody has stored a move, if that is long; undefined: it is not. */
function standsForMs({ stored, now }: RolloutView, { policy, progress }: Rollout): number | undefined {
  if (policy === undefined || progress === undefined || stored?.writtenAt === undefined) return undefined
  const soakMs = policy.waves.reduce((most, wave) => Math.max(most, wave.soakMs ?? policy.soakMs), 0)
  const forMs = now - stored.writtenAt
  return forMs > policy.nodeDeadlineMs + soakMs + slackMs ? forMs : undefined
}

function ofPolicies({ missingPolicies }: RolloutSeen): readonly Finding[] {
  if (missingPolicies === undefined) return [finding('care', NotLookedAt({ what: 'policies' }))]
  return missingPolicies.length === 0
    ? [finding('works', PoliciesThere({}))]
    : [finding('care', PoliciesMissing({ names: missingPolicies }))]
}

function ofRights({ rights }: RolloutSeen): readonly Finding[] {
  const missing = rights.filter(({ allowed }) => !allowed).map(({ allowed: _, ...right }) => right)
  return [
    missing.length === 0
      ? finding('works', RightsThere({ commands: ['rollout'] }))
      : finding('care', RightsMissing({ command: 'rollout', rights: missing })),
  ]
}
