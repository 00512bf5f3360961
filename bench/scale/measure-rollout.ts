import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent } from '../../src/lib/names.ts'
import { Api } from '../../test/cluster/api.ts'
import { waitUntil } from '../../test/cluster/host/wait-until.ts'
import { startAgents } from '../../test/cluster/scale/agents.ts'
import { stopControllers } from '../../test/cluster/scale/fill.ts'
import { label, nodeName, nodeObject } from '../../test/cluster/scale/objects.ts'
import type { Programs } from '../programs.ts'
import type { Command } from '../row.ts'
import { costAtScale } from './cost-at-scale.ts'

export interface RolloutFigures {
  readonly nodes: number
  /** From the start of the mover to the promotion. */
  readonly seconds: number
  /** Of the mover: the highest RSS, MiB, and the time of processors, seconds. */
  readonly mover: { readonly peak: number; readonly processorSeconds: number }
  /** Reports of agents that said something new; what else they wrote to their Nodes were heartbeats. */
  readonly news: number
  /** Requests meanwhile, by verb and resource. */
  readonly requests: Readonly<Record<string, number>>
  /** Seconds of `rollout status` at the end, and of reading all Nodes page by page. */
  readonly status: number
  readonly rawNodes: number
}

const policy = `apiVersion: kubeletcfg.dev/v1alpha1
kind: RolloutPolicy
waves: [canary, 10%, 50%, 100%]
soak: 5s
maxUnavailable: 10%
nodeDeadline: 20m
`

const document = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerLogMaxFiles: 7
`

/** A document reaches so many nodes in four waves, by their agents: on the test cluster, which has nothing else to do. */
export async function measureRollout({ kubeletcfg }: Programs, nodes: number): Promise<RolloutFigures> {
  await stopControllers()
  using api = await Api.open()
  const names = Array.from({ length: nodes }, (_, i) => nodeName(i))
  await api.postAll(names.map((_, i) => ({ path: '/api/v1/nodes', body: nodeObject(i) })))
  await using agents = await startAgents(api, names)
  await waitUntil(async () => (await reported(api, 'Idle')) === nodes, {
    otherwise: 'not all agents report',
    timeoutMs: 600_000,
    signal: new AbortController().signal,
  })
  await run(kubeletcfg('rollout', 'set-policy', '-f', '-', '--yes'), policy)
  await run(kubeletcfg('push', '-f', '-', '--global', '--yes'), document)
  const before = await requestsTo(api)
  const newsBefore = agents.news()
  const started = performance.now()
  const mover = await run(kubeletcfg('rollout', 'run', '--timeout=2h'))
  const seconds = (performance.now() - started) / 1000
  const after = await requestsTo(api)
  const news = agents.news() - newsBefore
  const requests = Object.fromEntries(
    [...after]
      .map(([what, count]) => [what, count - (before.get(what) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
  const { seconds: status } = await costAtScale(kubeletcfg('rollout', 'status'))
  const raw = join(import.meta.dirname, 'raw-reads.js')
  const { seconds: rawNodes } = await costAtScale([
    process.execPath,
    raw,
    process.env['KUBECONFIG'] ?? '',
    '/api/v1/nodes',
  ])
  return { nodes, seconds, mover, news, requests, status, rawNodes }
}

interface Listed {
  readonly items: readonly { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } }[]
}

/** How many agents report this phase. */
async function reported(api: Api, phase: string): Promise<number> {
  const { items } = await api.get<Listed>(`/api/v1/nodes?labelSelector=${label.key}%3D${label.value}`)
  return items.filter(({ metadata }) => metadata.annotations?.[agent.annotation.status]?.includes(`"phase":"${phase}"`))
    .length
}

/** Runs a command to its end; Error when it fails. */
async function run([program = '', ...args]: Command, input = ''): Promise<RolloutFigures['mover']> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.end(input)
  let [peak, ticks] = [0, 0]
  const sampling = setInterval(() => {
    try {
      // A process that has ended has none.
      const now = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      peak = Math.max(peak, Number(now ?? 0) / 1024)
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      ticks = Number(fields[11]) + Number(fields[12])
    } catch {
      // It has ended.
    }
  }, 100)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(sampling)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${stderr.slice(-2000)}`)
  return { peak, processorSeconds: ticks / 100 }
}

/** So far, by verb and resource, as the API server counts them. */
async function requestsTo(api: Api): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const line of (await api.text('/metrics')).split('\n')) {
    if (!line.startsWith('apiserver_request_total{')) continue
    const labels = Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
    const what = `${labels['verb']} ${labels['resource']}${labels['subresource'] ? `/${labels['subresource']}` : ''}`
    counts.set(what, (counts.get(what) ?? 0) + Number(line.slice(line.lastIndexOf(' '))))
  }
  return counts
}
