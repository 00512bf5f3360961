import { expect } from '@jest/globals'
import { defaultStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import { configz, installAgent, kubeletStarts, store, untilStored } from '../agent/installed-agent.ts'
import { configPath, healthz } from '../agent/kubelet-run.ts'
import { startPods } from '../agent/pods.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { untilReady } from '../own-node.ts'
import { until } from '../until.ts'

/** Of an agent: short, and long enough for something to happen in a trial. */
export const flags = ['--trial=10s', '--jitter=0', '--health-deadline=60s', '--crash-threshold=2']

/** So that the restarts of a node with many stories are no limit. */
export const unlimited = '--restarts-per-hour=1000'

/** Longer than a trial. */
export const meanwhileMs = 15_000

const own = new Map<string, string>()

/** Gives a node pods and an agent, and remembers its own configuration: documents are changes of it. */
export const begin = (node: string): Promise<void> => beginWith(node, flags)

export async function beginWith(node: string, withFlags: readonly string[]): Promise<void> {
  own.set(node, await onNode(node, ['cat', configPath]))
  await startPods(node)
  await installAgent(node, withFlags)
}

export const ownOf = (node: string): string => own.get(node)!

/** The node's own configuration with these fields. */
export const documentWith = (node: string, fields: string): string => withFields(ownOf(node), fields)

/** Stores a good document, which differs from others in a number. */
export const storeLogFiles = (node: string, count: number): Promise<string> =>
  store(node, documentWith(node, `containerLogMaxFiles: ${count}`))

/** No check of ours sees that no kubelet starts with it. */
export const fatalField = 'runtimeRequestTimeout: 1ns'

export const storeFatal = (node: string): Promise<string> => store(node, documentWith(node, fatalField))

/** That number, as the kubelet says that it runs with. */
export const logFilesOf = async (node: string): Promise<unknown> => (await configz(node))['containerLogMaxFiles']

export const isHealthy = async (node: string): Promise<boolean> => (await healthz(node)) === 'ok'

export async function untilGood(node: string, count: number, version: string): Promise<void> {
  await untilStored(node, version, 'Good')
  expect(await logFilesOf(node)).toBe(count)
}

/** Settles when the kubelet works again, with the document that has this number. */
export async function untilBack(node: string, count: number): Promise<void> {
  await until(() => isHealthy(node), 'the kubelet is not healthy')
  await untilReady(node)
  expect(await logFilesOf(node)).toBe(count)
}

/** As the journal of its agent says, whatever the API server has. */
export async function isInTrial(node: string): Promise<boolean> {
  const { state } = JSON.parse(await onNode(node, ['cat', `${defaultStateFolder}/state.json`]))
  return state.work.kind === 'Trial'
}

/** Starts of the kubelet since this was called. */
export async function countStarts(node: string): Promise<() => Promise<number>> {
  const before = await kubeletStarts(node)
  return async () => (await kubeletStarts(node)) - before
}

/** What befalls a node in a trial does not keep a good document from being good after it. */
export const inTrial =
  (count: number, strike: (node: string) => Promise<void>): ((node: string) => Promise<void>) =>
  async (node) => {
    const version = await storeLogFiles(node, count)
    await untilStored(node, version, 'Trial')
    await strike(node)
    await untilGood(node, count, version)
    await untilReady(node)
  }
