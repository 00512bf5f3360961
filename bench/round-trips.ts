import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClusterWork, kubectlGetNodes } from './cluster-work.ts'
import { costOf } from './cost.ts'
import { startDelayingProxy } from './delaying-proxy.ts'
import { goalOf } from './goals.ts'
import type { Journey } from './journey.ts'
import { kubeconfigInUse, kubeconfigThrough } from './kubeconfig.ts'
import type { Programs } from './programs.ts'
import type { Command } from './row.ts'

const roundTripMs = 100

interface Traveller {
  readonly what: string
  readonly command: (round: number) => Command
}

export interface RoundTrips {
  readonly what: string
  readonly goal: number | undefined
  /** How many round trips a command waits for one after another, those of TCP and TLS included. */
  readonly inARow: number
  /** The same from measured times: the additional time with the delay, divided by the delay. */
  readonly byClock: number
  /** Connections that one command opens. */
  readonly connections: number
}

/** A connection costs two (TCP and TLS 1.3), each request that waits for the answer to another one more. */
function travellers(programs: Programs, work: ClusterWork): readonly Traveller[] {
  const { kubeletcfg, nodesize } = programs
  return [
    { what: 'kubeletcfg get --global', command: () => kubeletcfg('get', '--global') },
    { what: 'kubeletcfg list', command: () => kubeletcfg('list') },
    { what: 'kubeletcfg source', command: () => kubeletcfg('source', 'node-a') },
    {
      what: 'kubeletcfg diff --global',
      command: () => kubeletcfg('diff', '--global', '-f', work.document),
    },
    { what: 'kubeletcfg push --node', command: (round) => work.push(programs, round) },
    {
      what: 'kubeletcfg push --global, unchanged',
      command: () => kubeletcfg('push', '--yes', '--global', '-f', work.document),
    },
    { what: 'nodesize get', command: () => nodesize('get') },
    { what: 'nodesize set --no-cordon, until the kubelet answers', command: (round) => work.set(programs, round) },
    { what: 'kubectl get nodes', command: () => kubectlGetNodes },
    { what: 'kubectl apply', command: work.apply },
    { what: 'kubectl patch --subresource resize', command: work.patch },
  ]
}

/**
 * Runs each command alternately with and without the delay. Other load can only increase the times, so the fastest runs
 * count.
 */
export async function countRoundTrips(
  programs: Programs,
  work: ClusterWork,
  { folder, rounds }: { folder: string; rounds: number },
): Promise<readonly RoundTrips[]> {
  const { server } = await kubeconfigInUse()
  await using proxy = await startDelayingProxy({ host: server.hostname, port: Number(server.port) }, roundTripMs)
  const far = { KUBECONFIG: join(folder, 'far-kubeconfig') }
  await writeFile(far.KUBECONFIG, await kubeconfigThrough(proxy.port))
  const results: RoundTrips[] = []
  for (const { what, command } of travellers(programs, work)) {
    await costOf(command(0), far)
    proxy.journey()
    const journeys: Journey[] = []
    const times = { near: [] as number[], far: [] as number[] }
    for (let round = 1; round <= rounds; round++) {
      times.near.push((await costOf(command(2 * round - 1))).wall)
      times.far.push((await costOf(command(2 * round), far)).wall)
      journeys.push(proxy.journey())
    }
    const byClock = (Math.min(...times.far) - Math.min(...times.near)) / roundTripMs
    const inARow = Math.min(...journeys.map(({ roundTrips }) => roundTrips))
    const connections = Math.min(...journeys.map((journey) => journey.connections))
    results.push({ what, goal: goalOf(`round trips: ${what}`), inARow, byClock, connections })
  }
  return results
}
