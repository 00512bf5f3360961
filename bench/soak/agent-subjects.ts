import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubeconfigInUse, kubeconfigThrough } from '../kubeconfig.ts'
import type { Programs } from '../programs.ts'
import type { Api } from './api.ts'
import { startCutProxy } from './cut-proxy.ts'
import { type SimulatedNode, startSimulatedNode } from './simulated-node.ts'
import type { Subject } from './soak.ts'

interface Storm {
  readonly api: Api
  readonly node: SimulatedNode
  readonly nodeName: string
  /** Breaks the connections of the agent. */
  readonly cut: (ms: number) => void
}

const documents = '/api/v1/namespaces/kube-system/configmaps'

const configMap = ({ nodeName, node }: Storm, more: string) => ({
  metadata: { name: `${nodeName}-kubelet-configuration` },
  data: { kubelet: node.head + more },
})

const documentOf = ({ nodeName }: Storm): string => `${documents}/${nodeName}-kubelet-configuration`

const put = (storm: Storm, more: string): Promise<void> =>
  storm.api.send('PUT', documentOf(storm), configMap(storm, more))

/** More changes than a watch may miss while it is away. */
const changesPerOutage = 500
const outageMs = 500

/** What happens to an agent, by the name of the row. Its node has a document, and two pods. */
export const storms: Readonly<Record<string, (storm: Storm, count: number) => Promise<void>>> = {
  'a comment': (storm, count) => put(storm, `# ${count}\n`),
  'a meaning': (storm, count) => put(storm, `containerLogMaxFiles: ${count + 5}\n`),
  'a rejected document': (storm, count) => put(storm, `maxPods: -${count}\n`),
  'a held document': (storm, count) => put(storm, `maxPods: 1\ncontainerLogMaxFiles: ${count + 5}\n`),
  'deleted and made again': async (storm, count) => {
    await storm.api.send('DELETE', documentOf(storm))
    await storm.api.send('POST', documents, configMap(storm, `# ${count}\n`))
  },
  'a foreign drop-in': ({ node }, count) =>
    writeFile(
      join(node.dropIns, '50-other.conf'),
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncontainerLogMaxFiles: ${count + 5}\n`,
    ),
  'an outage of the API server': async (storm, count) => {
    if (count % changesPerOutage === 0) storm.cut(outageMs)
    await put(storm, `# ${count}\n`)
  },
}

interface Options {
  readonly programs: Programs
  readonly api: Api
  readonly nodeName: string
  /** Of `storms`. */
  readonly storm: string
  /** Two from here on are free. */
  readonly port: number
}

/** The agent program on a node of its own, which runs a document. */
export async function startAgentSubject(options: Options): Promise<Subject & AsyncDisposable> {
  const { programs, api, nodeName, port } = options
  await using resources = new AsyncDisposableStack()
  const { server } = await kubeconfigInUse()
  const proxy = resources.use(await startCutProxy(Number(server.port)))
  const started = () => api.send('PATCH', `/api/v1/nodes/${nodeName}/status`, { status: { conditions: [ready()] } })
  const text = await kubeconfigThrough(proxy.port)
  const node = resources.use(await startSimulatedNode({ kubeconfig: text, healthzPort: port, started }))
  const storm = { api, node, nodeName, cut: proxy.cut }
  for (const name of ['one', 'two']) await api.send('POST', '/api/v1/namespaces/default/pods', pod(name, nodeName))
  await api.send('POST', documents, configMap(storm, ''))
  const flags = [`--node-name=${nodeName}`, `--kubeconfig=${node.kubeconfig}`, `--state-folder=${node.stateFolder}`]
  const timing = ['--trial=5s', '--jitter=0', `--metrics-address=127.0.0.1:${port + 1}`]
  const agent = node.spawn(programs.kubeletcfg('agent', 'run', ...flags, ...timing))
  resources.defer(async () => {
    if (agent.kill()) await once(agent, 'exit')
  })
  await untilReady(port + 1)
  const change = storms[options.storm]!
  const kept = resources.move()
  return {
    what: `agent, ${options.storm}`,
    pid: agent.pid!,
    folder: node.stateFolder,
    change: (count) => change(storm, count),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function untilReady(metrics: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const page = await fetch(`http://127.0.0.1:${metrics}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
    if (/^kubelet_node_config_active\{.*\} 1$/m.test(page)) return
    await sleep(500)
  }
  throw new Error('the agent does not run the first document')
}

const now = (): string => new Date().toISOString().replace(/\.\d+/, '')

/** As a kubelet reports it when it starts. */
const ready = () => ({ type: 'Ready', status: 'True', reason: 'KubeletReady', message: '', lastHeartbeatTime: now() })

const pod = (name: string, nodeName: string) => ({
  metadata: { name: `${nodeName}-${name}` },
  spec: { nodeName, containers: [{ name: 'one', image: 'pause', resources: { requests: { cpu: '10m' } } }] },
})
