import { describe, messageOf } from '../../message/describe.ts'
import type { Tone } from '../../message/line.ts'
import { namesIn } from '../../message/names-in.ts'
import type { View } from '../../output/view.ts'
import { humanDuration } from '../../quantity/age.ts'
import type { Advance } from '../../rollouts/advance.ts'
import { type RolloutPolicy, sizeText, type WaveSize } from '../../rollouts/policy.ts'
import { asksProbes } from '../../rollouts/probe-evidence.ts'
import { figuresIn, type HoldFact, holdKey, nodeCount } from '../../rollouts/rollout-messages.ts'
import { windowAt } from '../../rollouts/windows.ts'
import {
  decisionOf,
  documentText,
  type FailedNodes,
  failuresOf,
  podFigures,
  type RolloutStatus,
  type WaveStatus,
  wavesOf,
} from './output.ts'
import type { RolloutFleet } from './rollout-fleet.ts'
import { type WaveGlyphs, waveBar } from './wave-bar.ts'

/** A line of the status. A watch prints it again when `shown` changes. */
export interface StatusLine {
  readonly key: string
  readonly text: string
  readonly tone?: Tone | undefined
  /** Without what time alone changes; the text when absent. */
  readonly shown?: string
}

/** Of a terminal. */
export interface Screen {
  readonly glyphs: WaveGlyphs
  /** In columns. */
  readonly width: number
}

/** What `rollout status` prints; on a screen, with a bar for each wave. */
export function statusLines(status: RolloutStatus, screen?: Screen): readonly StatusLine[] {
  const { view, rollout, leads } = status
  const { policy, progress } = rollout
  const { leftOut, ahead } = view.fleet
  const isUnderWay = policy !== undefined && progress !== undefined
  const decision = decisionOf(status)
  const mover = moverText(decision, leads)
  return [
    ...(isUnderWay ? underWayLines(status, screen) : restLines(status, decision)),
    ...podLines(status),
    ...probeLines(status),
    ...(decision.kind === 'hold' ? holdLines(decision.because) : []),
    ...(policy === undefined ? [] : windowLines(policy, { decision, now: view.now })),
    // Whoever moves it does each move at once: in between, nothing changes for a reader.
    ...(mover === undefined ? [] : [{ key: 'mover', text: mover, shown: String(leads) }]),
    ...(policy === undefined || policy.checks.length === 0
      ? []
      : [{ key: 'checks', text: `checks before a soak ends: ${policy.checks.map(({ name }) => name).join(', ')}` }]),
    ...(leftOut.length === 0 ? [] : [{ key: 'left-out', text: `left out: ${leftOutText(leftOut)}` }]),
    ...(ahead.length === 0
      ? []
      : [{ key: 'ahead', text: `agents that do not follow rollouts: ${namesIn(ahead)}`, tone: 'warn' } as const]),
  ]
}

function restLines({ view, rollout }: RolloutStatus, decision: Advance): readonly StatusLine[] {
  const { policy, promoted, past } = rollout
  const [last] = past
  const text =
    policy === undefined
      ? 'there is no rollout policy any more: nodes get the global document itself'
      : `nothing is rolled out; promoted: ${documentText(promoted)}`
  if (last === undefined) return [{ key: 'head', text }]
  const isTold = decision.kind === 'hold' && decision.because.reason === 'RolloutRefused'
  const cause = last.cause === undefined || isTold ? '' : `: ${last.cause.message}`
  const ago = humanDuration(view.now - Date.parse(last.endedAt))
  return [
    { key: 'head', text },
    {
      key: 'last',
      text: `last: ${documentText(last)} was ${last.outcome.toLowerCase()} ${ago} ago${cause}`,
      shown: `${last.digest} ${last.endedAt}`,
    },
  ]
}

function underWayLines(status: RolloutStatus, screen: Screen | undefined): readonly StatusLine[] {
  const { view, rollout } = status
  const { policy, progress, promoted, generation } = rollout
  if (policy === undefined || progress === undefined) return []
  const shown = `${progress.phase}: ${documentText(progress.candidate)} instead of ${documentText(promoted)}`
  const since = humanDuration(view.now - Date.parse(progress.startedAt))
  const waves = wavesOf(policy, progress, view.fleet.members)
  const named = policy.waves.map(({ to }) => waveName(to))
  const textOf = (wave: WaveStatus, i: number) =>
    screen === undefined ? waveText(named[i]!, wave) : waveOnScreen({ named, i, wave }, screen)
  return [
    { key: 'head', text: `${shown}, for ${since}`, shown: `${generation} ${shown}` },
    ...(progress.phase === 'Aborting' && progress.cause !== undefined
      ? [{ key: `cause ${generation}`, text: `  cause: ${progress.cause.message}`, tone: 'bad' as const }]
      : []),
    ...waves.map((wave, i) => ({
      ...{ key: `wave ${generation} ${i}`, text: `  ${textOf(wave, i)}`, tone: toneOf(wave) },
    })),
    ...failuresOf(status).map((failed) => ({
      ...{ key: `failed ${generation} ${failed.reason}`, text: `  ${failedText(failed)}`, tone: 'bad' as const },
    })),
  ]
}

function podLines({ view, rollout }: RolloutStatus): readonly StatusLine[] {
  const { pods } = view
  if (pods?.kind === 'unread') {
    const text = `pods cannot be read: ${messageOf(pods.because)}`
    return [{ key: 'pods', text, tone: 'warn', shown: pods.because.reason }]
  }
  const figures = podFigures(view, rollout)
  return figures === undefined ? [] : [{ key: 'pods', text: `pods: ${figuresIn(figures)}` }]
}

/** Who moves nothing reads no logs: that takes a right of its own, and a request for each pod, some of them until their time is up. */
function probeLines({ view: { probes: seen }, rollout }: RolloutStatus): readonly StatusLine[] {
  const { policy, generation } = rollout
  if (policy?.probe === undefined || !asksProbes(rollout)) return []
  if (seen?.kind === 'unread') {
    const text = `pods that try kubelets cannot be read: ${messageOf(seen.because)}`
    return [{ key: 'probes', text, tone: 'warn', shown: seen.because.reason }]
  }
  const areOpen = seen?.probes.some((probe) => probe.generation === generation && probe.outcome.kind === 'ended')
  return areOpen !== true || policy.probe.without.includes('logs')
    ? []
    : [{ key: 'probes', text: 'logs of pods that try kubelets: not looked at, whoever moves the rollout reads them' }]
}

/** Names can be many. */
const waveName = (to: WaveSize): string =>
  to.kind === 'nodes' && to.names.length > 1 ? `${to.names.length} named nodes` : sizeText(to)

function waveText(name: string, { state, nodes, admitted, well, failed }: WaveStatus): string {
  // What a later wave shares with the current one is shown there.
  if (state === 'to come') return `wave ${name}: ${state}, ${nodeCount(nodes)}`
  const lost = failed.length === 0 ? '' : `, ${failed.length} failed`
  return `wave ${name}: ${state}, ${admitted} of ${nodes} nodes admitted, ${well} well${lost}`
}

/** Room for what is said beside a bar, and the sizes of bars that say something. */
const [besideBar, narrowest, widest] = [28, 8, 24]
const gap = '  '

interface WaveOnScreen {
  readonly named: readonly string[]
  readonly i: number
  readonly wave: WaveStatus
}

function waveOnScreen({ named, i, wave }: WaveOnScreen, { glyphs, width }: Screen): string {
  const { state, nodes, admitted, well, failed } = wave
  const widestName = Math.max(...named.map(({ length }) => length))
  const left = width - widestName - besideBar - 3 * gap.length
  const name = named[i]!.padEnd(widestName)
  const more = admitted - well - failed.length
  const text =
    state === 'to come'
      ? nodeCount(nodes)
      : [
          `${well} of ${nodes} well`,
          ...(more > 0 ? [`${more} on the way`] : []),
          ...(failed.length > 0 ? [`${failed.length} failed`] : []),
        ].join(', ')
  const drawn = state === 'to come' ? { nodes, admitted: 0, well: 0, failed: 0 } : { ...wave, failed: failed.length }
  if (left < narrowest) return `${name}${gap}${text}`
  return `${name}${gap}${waveBar(drawn, { glyphs, width: Math.min(widest, left) })}${gap}${text}`
}

function toneOf({ state, failed }: WaveStatus): Tone | undefined {
  if (failed.length > 0) return 'bad'
  return state === 'done' ? 'good' : state === 'to come' ? 'faint' : undefined
}

function failedText({ nodes, message, differs }: FailedNodes): string {
  const who = nodes.length === 1 ? `${nodes[0]} failed` : `${nodes.length} nodes failed (${namesIn(nodes)})`
  if (message === undefined) return who
  return differs ? `${who}, the first one: ${message}` : `${who}: ${message}`
}

function holdLines(because: HoldFact): readonly StatusLine[] {
  const shown = holdKey(because)
  return [
    { key: 'hold', text: messageOf(because), shown },
    // What is to be done is said again with what it is for.
    ...describe(because).hints.map((hint, i) => ({
      key: `hint ${i}`,
      text: `  hint: ${hint}`,
      shown: `${shown} ${hint}`,
    })),
  ]
}

function windowLines(
  policy: RolloutPolicy,
  { decision, now }: { readonly decision: Advance; readonly now: number },
): readonly StatusLine[] {
  const isTold = decision.kind === 'hold' && decision.because.reason === 'OutsideWindows'
  if (policy.windows.length === 0 || isTold) return []
  const window = windowAt(policy.windows, now)
  const opens =
    window.kind === 'open' || window.opensAt === undefined
      ? ''
      : `, open from ${new Date(window.opensAt).toISOString()} on`
  return [{ key: 'windows', text: `windows: ${window.kind === 'open' ? 'open now' : `closed now${opens}`}` }]
}

/** Somebody has to store another document first, or say that it is to go on, or to be tried again. */
const beforeMoves: ReadonlySet<HoldFact['reason']> = new Set(['RolloutPaused', 'RolloutRefused', 'DesiredUnusable'])

function moverText(decision: Advance, leads: boolean | undefined): string | undefined {
  if (decision.kind === 'idle' || (decision.kind === 'hold' && beforeMoves.has(decision.because.reason)))
    return undefined
  if (leads === true) return 'the controller moves it'
  if (decision.kind === 'move') return 'it can go on: kubeletcfg rollout run'
  return leads === false
    ? 'no controller moves it: kubeletcfg rollout run'
    : 'without a controller, it is moved by: kubeletcfg rollout run'
}

/** Each reason once: a fleet may have hundreds of such nodes. */
const leftOutText = (facts: RolloutFleet['leftOut']): string =>
  [...Map.groupBy(facts, ({ reason }) => reason).values()]
    .map(([first, ...more]) => `${messageOf(first!)}${more.length === 0 ? '' : `, and ${more.length} more`}`)
    .join('; ')

/** Tells which lines have changed since it was asked last. */
export function lineChanges(): (lines: readonly StatusLine[]) => readonly StatusLine[] {
  const known = new Map<string, string>()
  return (lines) =>
    lines.filter(({ key, text, shown = text }) => {
      if (known.get(key) === shown) return false
      known.set(key, shown)
      return true
    })
}

/** For a watch: each line when it changes. */
export const statusLineView: View<StatusLine> = {
  kind: 'RolloutStatus',
  columns: [{ header: '', value: ({ text }) => text, tone: ({ tone }) => tone }],
  wide: [],
  data: ({ key, text }) => ({ key, text }),
  name: ({ text }) => text,
  key: ({ key }) => key,
  visible: ({ text, shown }) => shown ?? text,
}
