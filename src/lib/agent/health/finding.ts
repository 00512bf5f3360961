import type { Fact } from '../../message/fact.ts'
import {
  ApiServerSilent,
  type DecisionFact,
  KubeletExits,
  KubeletFailed,
  KubeletStopped,
  MachineShutsDown,
  RuntimeDown,
} from '../model/agent-messages.ts'
import type { Answer, Evidence } from '../model/evidence.ts'
import { isInDoubt } from './reported.ts'

/** What one look says about a kubelet. */
export type Finding =
  | { readonly kind: 'healthy' }
  | { readonly kind: 'failing'; readonly because: Fact }
  /** As failing, and more time does not heal it. */
  | { readonly kind: 'harm'; readonly because: Fact }
  /** Nothing speaks against it, and too little for it. */
  | { readonly kind: 'inconclusive'; readonly because: Fact }

export const causeOf = (finding: Finding | undefined): Fact | undefined =>
  finding !== undefined && 'because' in finding ? finding.because : undefined

/** For a configuration in trial: all evidence must be good. Only configz and the sandbox may stay unknown. */
export function trialFinding(evidence: Evidence): Finding {
  const { healthz, lease, ready, configz, pods, sandbox } = evidence
  if (evidence.shutsDown) return inconclusive(MachineShutsDown())
  return (
    processFinding(evidence) ??
    worst('harm', [pods, configz]) ??
    failingFinding(evidence, [healthz, lease, ready, sandbox]) ??
    unknown([healthz, lease, ready, pods], evidence) ?? { kind: 'healthy' }
  )
}

/** For a configuration that was good before: what the machine itself shows is enough, since the API server may be away. */
export function returnFinding(evidence: Evidence): Finding {
  const { healthz, lease, ready, runtime } = evidence
  return (
    processFinding(evidence) ??
    failingFinding(evidence, isOnlyNotReady(ready) ? [healthz, lease] : [healthz, lease, ready]) ??
    unknown(isInDoubt(lease) ? [healthz, lease] : [healthz], { ...evidence, apiReachable: true }) ??
    // What shows no healthz may be about to exit.
    (runtime.verdict === 'fail' && ready.verdict !== 'pass'
      ? inconclusive(RuntimeDown({ because: runtime.because }))
      : { kind: 'healthy' })
  )
}

/** A heartbeat that is new, from a node that is not ready: a network plugin may be down, and no other configuration heals that. */
const isOnlyNotReady = (ready: Answer): boolean => 'because' in ready && ready.because.reason === 'ReadyNotTrue'

function processFinding({ service, runtime }: Evidence): Finding | undefined {
  if (service.mainPid !== 0) return undefined
  const { activeState, lastExit } = service
  if (runtime.verdict === 'fail') return inconclusive(RuntimeDown({ because: runtime.because }))
  if (activeState === 'failed') return { kind: 'harm', because: KubeletFailed({ lastExit }) }
  if (activeState === 'inactive') return inconclusive(KubeletStopped())
  return { kind: 'failing', because: KubeletExits({ lastExit }) }
}

/** Without its runtime a kubelet is not ready, and after minutes its /healthz fails, too: no configuration heals that. */
function failingFinding({ runtime }: Evidence, answers: readonly Answer[]): Finding | undefined {
  const failing = worst('failing', answers)
  return failing && runtime.verdict === 'fail' ? inconclusive(RuntimeDown({ because: runtime.because })) : failing
}

function worst(kind: 'failing' | 'harm', answers: readonly Answer[]): Finding | undefined {
  const failed = answers.find((answer) => answer.verdict === 'fail')
  return failed && { kind, because: failed.because }
}

/** Of a kubelet that is about to end without its runtime, that is what it is. */
function unknown(answers: readonly Answer[], { apiReachable, runtime }: Evidence): Finding | undefined {
  const missing = answers.find((answer) => answer.verdict === 'unknown')
  if (missing === undefined) return undefined
  if (runtime.verdict === 'fail') return inconclusive(RuntimeDown({ because: runtime.because }))
  return apiReachable ? { kind: 'inconclusive', because: missing.because } : inconclusive(ApiServerSilent())
}

/** Whether no kubelet could run, whatever it is configured with. */
export const cannotRun = ({ reason }: Fact): boolean => reason === runtimeDown || reason === kubeletStopped

/** Whether a look at a kubelet says nothing of its configuration: none could run, or its machine shuts down, as one does that is to be mended. */
export const saysNothing = (because: Fact): boolean => cannotRun(because) || because.reason === machineShutsDown

/** Whether a look showed that the container runtime is down. */
export const isRuntimeDown = (finding: Finding | undefined): boolean =>
  finding?.kind === 'inconclusive' && finding.because.reason === runtimeDown

const runtimeDown: DecisionFact['reason'] = 'RuntimeDown'
const kubeletStopped: DecisionFact['reason'] = 'KubeletStopped'
const machineShutsDown: DecisionFact['reason'] = 'MachineShutsDown'

const inconclusive = (because: DecisionFact): Finding => ({ kind: 'inconclusive', because })
