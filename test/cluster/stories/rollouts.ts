import { setTimeout as sleep } from 'node:timers/promises'
import { rollout } from '../../../src/lib/names.ts'
import type { Ran } from '../../support/run-process.ts'
import {
  giveRights,
  kubeletStarts,
  kubeletStartTimes,
  removeAgents,
  reportOf,
  store,
  untilPhase,
  untilReport,
} from '../agent/installed-agent.ts'
import { kubeletcfg } from '../commands.ts'
import { waitUntil } from '../host/wait-until.ts'
import { kubectl } from '../kubectl.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { makeNode } from '../own-node.ts'
import { beginWith, documentWith, logFilesOf, unlimited } from './log-files.ts'

/** Of a rollout policy. */
export interface PolicyFields {
  /** As YAML writes them. */
  readonly waves: string
  readonly soak?: string
  readonly maxUnavailable?: number
}

export const policyWith = ({ waves, soak = '3s', maxUnavailable = 2 }: PolicyFields): string =>
  `apiVersion: kubeletcfg.dev/v1alpha1
kind: RolloutPolicy
waves: ${waves}
soak: ${soak}
maxUnavailable: ${maxUnavailable}
nodeDeadline: 5m
`

export const setPolicy = (fields: PolicyFields) =>
  kubeletcfg(['rollout', 'set-policy', '-f', '-', '--yes'], { input: policyWith(fields) })

/** The nodes of a wave, and all others once somebody has approved. */
export const wavesFrom = (...first: readonly string[]): string =>
  `[{nodes: [${first.join(', ')}]}, {to: 100%, approval: true}]`

/** Ends in time, whatever becomes of its test. */
export const runRollout = (...more: readonly string[]) => kubeletcfg(['rollout', 'run', '--timeout=6m', ...more])

/** What it has said is the first that whoever reads of another end wants to know. */
export async function ends(running: Promise<Ran>, exit: number): Promise<Ran> {
  const ran = await running
  if (ran.exit !== exit) throw new Error(`exit code ${ran.exit} instead of ${exit}\n${ran.stdout}${ran.stderr}`)
  return ran
}

/** Without any check of ours, as Git stores it. The nodes of a file are alike: the document is that of one of them. */
export const storeGlobal = (node: string, fields: string): Promise<string> =>
  store('global', documentWith(node, fields))

export const storeGlobalLogFiles = (node: string, count: number): Promise<string> =>
  storeGlobal(node, `containerLogMaxFiles: ${count}`)

export const removeConfigMaps = (...names: readonly string[]): Promise<string> =>
  kubectl(['delete', 'configmap', ...names, '--namespace=kube-system', '--ignore-not-found'])

export const onEach = <T>(nodes: readonly string[], ask: (node: string) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(nodes.map(ask))

/** Starts of the kubelets since this was called, by node. */
export async function countStartsOn(nodes: readonly string[]): Promise<() => Promise<readonly number[]>> {
  const before = await onEach(nodes, kubeletStarts)
  return async () => (await onEach(nodes, kubeletStarts)).map((starts, index) => starts - before[index]!)
}

let latest = 40

/** A number that no document had before: what was aborted once is not rolled out again. */
export const freshLogFiles = (): number => ++latest

/** The number in what is promoted, between stories. */
export const promotedNow = async ([first]: readonly string[]): Promise<number> => Number(await logFilesOf(first!))

/** Nodes with agents that all run a document, and a policy. */
export async function makeFleet(size: number): Promise<readonly string[]> {
  const nodes = await Promise.all(Array.from({ length: size }, makeMachine))
  await giveRights(nodes)
  await Promise.all(nodes.map(beginAgent))
  const count = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, count)
  await onEach(nodes, (node) => untilRuns(node, count))
  const { exit, stderr } = await setPolicy({ waves: '[canary, 100%]' })
  if (exit !== 0) throw new Error(stderr)
  await onEach(nodes, untilGated)
  return nodes
}

const machines = new Map<string, NodeDescription>()

/** The name of a new node. */
export async function makeMachine(): Promise<string> {
  const machine = await makeNode({ layout: 'kubeadm' })
  machines.set(machine.name, machine)
  return machine.name
}

export const machineOf = (node: string): NodeDescription => machines.get(node)!

/** Short, and long enough to be seen. */
export const agentFlags = ['--trial=6s', '--jitter=0', '--health-deadline=60s', '--crash-threshold=2', unlimited]

const beginAgent = (node: string): Promise<void> => beginWith(node, agentFlags)

export async function removeFleet(nodes: readonly string[]): Promise<void> {
  await removeConfigMaps(rollout.configMap)
  await removeAgents(nodes)
}

/** Settles when the kubelet has proven the global document with this number. */
export async function untilRuns(node: string, count: number): Promise<void> {
  const isProven = async () => {
    const report = await reportOf(node)
    return report?.phase === 'Good' && report.active.source === 'global' && (await logFilesOf(node)) === count
  }
  const { signal } = new AbortController()
  const otherwise = `${node} does not run the document with ${count}`
  await waitUntil(isProven, { otherwise, timeoutMs: 240_000, signal }).catch(async (cause) => {
    throw new Error(`${otherwise}, but ${await logFilesOf(node)}: ${JSON.stringify(await reportOf(node))}`, { cause })
  })
}

export const untilTrial = (node: string) => untilPhase(node, 'Trial')

export const untilGated = (node: string) => untilReport(node, ({ gated }) => gated === true, 'it knows of no rollout')

/** The reason that the agent of a node gives for what it does not do. */
export const reasonOf = async (node: string): Promise<string | undefined> => {
  const report = await reportOf(node)
  return (report?.problem ?? report?.trouble)?.reason
}

export interface RolloutStatus {
  readonly phase: string
  /** Why it waits. */
  readonly reason: string | null
  readonly past: ReadonlyArray<{
    readonly outcome: string
    readonly endedAt: string
    readonly cause: { readonly reason: string; readonly message: string } | null
  }>
  readonly leftOut: ReadonlyArray<{ readonly node: string; readonly reason: string }>
}

export const rolloutStatus = async (): Promise<RolloutStatus> =>
  JSON.parse((await kubeletcfg(['rollout', 'status', '--output=json'])).stdout)

const lookMs = 250

/**
 * Looks from now on when kubelets prove what they run. What it returns ends that, and says how many nodes at most were at the same time
 * between a start of their kubelet and the next proof.
 */
export function watchProofs(nodes: readonly string[]): () => Promise<number> {
  const [from, over] = [Date.now(), new AbortController()]
  const provenAt = new Map(nodes.map((node) => [node, new Set<number>()]))
  const look = async (node: string): Promise<void> => {
    const report = await reportOf(node).catch(() => undefined)
    if (report?.phase === 'Good') provenAt.get(node)!.add(Date.parse(report.since))
  }
  const looking = (async () => {
    while (!over.signal.aborted) {
      await onEach(nodes, look)
      await sleep(lookMs)
    }
  })()
  return async () => {
    over.abort()
    await looking
    const away = await onEach(nodes, async (node) =>
      (await kubeletStartTimes(node))
        .filter((start) => start > from)
        .map((start) => [start, Math.min(...[...provenAt.get(node)!].filter((at) => at > start))] as const),
    )
    return Math.max(
      0,
      ...away.flat().map(([at]) => away.filter((of) => of.some(([start, end]) => start <= at && at < end)).length),
    )
  }
}
