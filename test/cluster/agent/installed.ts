import { afterAll, beforeAll } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { ask, patchNode, tokenFor } from './token.ts'
import { withdrawReports } from './withdraw-reports.ts'

/** Of the agents of both nodes. */
export const manifests = async () =>
  (await kubeletcfg(['agent', 'manifests', '--node', 'node-a', '--node', 'node-b'])).stdout

/** What `agent manifests` prints with these flags, without the policies, as a list. */
export async function rightsIn(args: readonly string[]): Promise<string> {
  const { stdout } = await kubeletcfg(['agent', 'manifests', ...args, '--output=json'])
  const { items, ...list } = JSON.parse(stdout) as { items: readonly { kind: string }[] }
  return JSON.stringify({ ...list, items: items.filter(({ kind }) => /^Service|Role/.test(kind)) })
}

const documents = ['global', 'node-a', 'node-b'].map((name) => `${name}-kubelet-configuration`)

export const makeDocument = (name: string) =>
  kubectl(['create', 'configmap', name, '--namespace=kube-system', '--from-literal=kubelet=x'])
export const deleteDocument = (name: string) =>
  kubectl(['delete', 'configmap', name, '--namespace=kube-system', '--ignore-not-found'])

/** A condition of the Node, as a patch of its status. */
export const condition = (type: string, more: object = {}) => ({
  status: { conditions: [{ type, status: 'True', reason: 'Good', message: 'good', ...more }] },
})

/** For all tests of a file: the rights and policies of the agents, three documents, and a token of the agent of node-a. */
export function keepRights(): { token(): string } {
  let token = ''
  beforeAll(async () => {
    await kubectl(['wait', '--for=create', 'lease/node-a', '--namespace=kube-node-lease', '--timeout=30s'])
    await kubectl(['apply', '--filename=-'], { input: await manifests() })
    for (const name of documents) await makeDocument(name)
    token = await tokenFor('kubeletcfg-agent-node-a', 'node-a')
    await policyActs(token)
  })
  afterAll(async () => {
    await kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: await manifests() })
    for (const name of documents) await deleteDocument(name)
    await withdrawReports(['node-a'])
  })
  return { token: () => token }
}

/** The API server learns of a policy, and of rights, some moments after they are stored. In dry runs: nothing may stay. */
async function policyActs(token: string): Promise<void> {
  const attempt = async (type: string) =>
    (await ask(token, patchNode('node-a', condition(type), '/status', true))).status
  const deadline = Date.now() + 30_000
  for (;;) {
    const found = [await attempt('Foreign'), await attempt(agent.condition)]
    if (found.join() === '403,200') return
    if (Date.now() > deadline) throw new Error(`the policy does not act: ${found.join()}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
