import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import type { Call } from '../contract/subject.ts'
import { commandsWith } from './commands.ts'
import { giveJaneEveryRight, kubeconfigOfJane } from './jane.ts'
import { kubernetesVersion, nodeNames, nodeSize } from './nodes.ts'
import type { Stage } from './stage.ts'

/** Simulated milliseconds between two looks, and the most that anything may take. */
const stepMs = 100
const deadlineMs = 60_000
/** From its start until a kubelet looks at what is pending, and a little more. */
const settledMs = 35_000

/** A sandbox that is like the real cluster. Its time passes by itself, and faster where a scene waits. */
export async function startSandboxStage(): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const size = { nodeCpu: String(nodeSize.cpu), nodeMemory: nodeSize.memory }
  const running = stack.use(await startSandbox({ nodes: nodeNames.length, ...size, kubernetesVersion }))
  const { sandbox, kubeconfig } = running
  async function request<T>(call: Call) {
    const reply = sandbox.handle(requestOf(call))
    if (reply.kind === 'watch') throw new Error(`${call.path} answered with a watch`)
    return { status: reply.status, headers: {}, body: JSON.parse(JSON.stringify(reply.body)) as T }
  }
  await giveJaneEveryRight({ request })
  const login = await kubeconfigOfJane(await readFile(kubeconfig, 'utf8'), dirname(kubeconfig))
  const begun = stack.move()
  return {
    request,
    run: commandsWith(login),
    async eventually(check) {
      for (let passed = 0; ; passed += stepMs)
        try {
          return await check()
        } catch (error) {
          if (passed >= deadlineMs) throw error
          sandbox.advance(stepMs)
        }
    },
    pass: async (ms) => sandbox.advance(ms),
    stopKubelet: async (node) => sandbox.stopKubelet(node),
    async startKubelet(node) {
      sandbox.startKubelet(node)
      sandbox.advance(settledMs)
    },
    close: () => begun.disposeAsync(),
  }
}
