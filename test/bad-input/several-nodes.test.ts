import { expect, test } from '@jest/globals'
import type { Pod } from '../../src/lib/api/pod.ts'
import { startApiServer } from '../support/api-server.ts'
import type { Ran } from '../support/run-process.ts'
import { attempt, expectFailure } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { serving } from './routes.ts'

const run = async (node: NodeA, command: string, env: Record<string, string> = {}): Promise<Ran> => {
  await using server = await startApiServer(serving(node.routes))
  return await attempt(command, { env: { KUBECONFIG: await server.kubeconfig(), ...env } })
}

test.concurrent('what failed on all nodes, for different reasons, is not partial', async () => {
  const ran = await run(new NodeA(), 'nodesize set node-a node-b --memory 512Mi')
  expectFailure(ran, { exit: 5, says: /^error: node 'node-a' has no room to shrink: / })
  expect(ran.stderr).toContain("error: node 'node-b' not found\n")
})

test.concurrent('what was done on some nodes is partial', async () => {
  const ran = await run(new NodeA(), 'nodesize set node-a node-b --cpu 2')
  expectFailure(ran, { exit: 8, says: "error: node 'node-b' not found" })
  expect(ran.stdout).toMatch(/^node\/node-a resized: /)
})

test.concurrent('the stack of a failure among several is shown when asked for', async () => {
  const { stderr } = await run(new NodeA(), 'nodesize set node-b --cpu 2', { NODESIZE_DEBUG: '1' })
  expect(stderr).toMatch(/^error: node 'node-b' not found\n(hint: .*\n)*Error: NodeNotFound: node-b\n {4}at /)
})

/** Its kubelet has granted the new size, and its runtime fails to bring it about. */
class FailingRuntime extends NodeA {
  override get balloon(): Pod {
    const pod = super.balloon
    const { generation = 0 } = pod.metadata
    if (generation === 1) return pod
    const type = { type: 'PodResizeInProgress', status: 'True', reason: 'Error' }
    const conditions = [{ ...type, message: 'the runtime is busy', observedGeneration: generation }]
    return { ...pod, status: { ...pod.status, conditions } }
  }
}

test.concurrent('what the kubelet warns of is told, though the size is granted', async () => {
  const ran = await run(new FailingRuntime(), 'nodesize set node-a --cpu 2')
  expect(ran).toMatchObject({ exit: 0, stderr: "warning: node 'node-a': the runtime is busy\n" })
})
