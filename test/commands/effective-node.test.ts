import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agent, document } from '../../src/lib/names.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { expectGolden } from '../support/golden.ts'
import { configzWith } from '../support/kubelet-configz.ts'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const fields = 'maxPods: 60\nstaticPodURLHeader: {Authorization: [hunter2]}\n'
const configMaps = '/api/v1/namespaces/kube-system/configmaps'

let sandbox: RunningSandbox
let env: { KUBECONFIG: string }

beforeAll(async () => {
  const [own, ofDocument] = [
    await configzWith({ file: 'eventBurst: 7\n' }),
    await configzWith({ file: fields, flags: ['--max-pods=70', '--event-burst=7'] }),
  ]
  sandbox = await startSandbox({
    nodes: 3,
    configz: (node) => ({ 'node-a': ofDocument, 'node-b': own })[node],
  })
  env = { KUBECONFIG: sandbox.kubeconfig }
  const metadata = { name: `node-a${document.nodeSuffix}`, annotations: { [document.annotation.revision]: '4' } }
  const data = { [document.key]: header + fields }
  const stored = request<{ metadata: { uid: string; resourceVersion: string } }>('POST', configMaps, { metadata, data })
  const { uid, resourceVersion } = stored.metadata
  const active = { source: 'node', digest: 'v1:sha256:0', uid, resourceVersion, revision: 4 }
  const at = new Date().toISOString()
  const report = {
    ...{
      apiVersion: 'kubeletcfg.dev/v1alpha1',
      kind: 'AgentReport',
      phase: 'Good',
      since: at,
      kubeletVersion: 'v1.36.3',
    },
    ...{ assigned: active, active, lastKnownGood: active, shadowedByFlags: ['maxPods'] },
  }
  request('PATCH', '/api/v1/nodes/node-a', {
    metadata: { annotations: { [agent.annotation.status]: JSON.stringify(report) } },
  })
  request('PATCH', '/api/v1/nodes/node-a/status', {
    status: { conditions: [{ type: agent.condition, status: 'True', lastHeartbeatTime: at }] },
  })
})
afterAll(() => sandbox.close())

function request<T>(method: string, path: string, body: object): T {
  const contentType = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json'
  const reply = sandbox.sandbox.handle(requestOf({ method, path, body, contentType }))
  if (reply.kind === 'watch' || reply.status >= 300) throw new Error(JSON.stringify(reply))
  return reply.body as T
}

const run = (...args: string[]) => runHosted(['kubeletcfg', 'effective', ...args], { env })

async function printed(...args: string[]): Promise<string> {
  const { stdout, stderr, exit } = await run(...args)
  return `${stdout}--- stderr\n${stderr}--- exit ${exit}\n`.replaceAll(/ +$/gm, '')
}

test.each([
  ['node', ['node-a', '--changed-only']],
  ['node-all', ['node/node-a', '-q']],
  ['node-yaml', ['node-a', '--changed-only', '-o', 'yaml']],
  ['node-template', ['node-a', '-o', `jsonpath={.fields[?(@.source.kind=="node-document")].field}`]],
  ['node-without-agent', ['node-b', '--changed-only']],
  ['node-not-served', ['node-c']],
  ['nodes', ['node-b', 'node-a', '--changed-only']],
  ['nodes-one-does-not-answer', ['node-c', 'node-a', 'node-y', 'node-x', '--changed-only', '--no-headers']],
  ['nodes-by-label', ['-l', 'kubernetes.io/hostname=node-a', '--changed-only', '-q']],
  [
    'nodes-sorted',
    ['node-a', 'node-b', '-q', '--changed-only', '--sort-by=.field', '-ocustom-columns=N:.node,F:.field'],
  ],
  ['nodes-names', ['node-b', 'node-a', '-q', '--changed-only', '-o', 'name']],
  ['nodes-none', ['node-y', 'node-x', '-o', 'json']],
  ['nodes-selector-of-none', ['-l', 'no=such']],
  ['nodes-and-files', ['node-a', 'node-b', '--config', 'kubelet.yaml']],
  ['selector-and-files', ['-l', 'a=b', '--kubernetes-version', '1.36']],
  ['nodes-and-selector', ['node-a', '-l', 'a=b']],
])('%s', async (name, args) => {
  expectGolden(await printed(...args), `effective/${name}.txt`)
})

test('as data', async () => {
  expectGolden((await run('node-a', '--changed-only', '-o', 'json')).stdout, 'effective/node-json.txt')
  const several = await run('node-a', 'node-b', 'node-c', '--changed-only', '-o', 'json')
  expectGolden(several.stdout, 'effective/nodes-json.txt')
})

test('no secret is printed, although the kubelet reports it', async () => {
  for (const format of ['table', 'json', 'yaml', 'wide']) {
    const { stdout, stderr } = await run('node-a', '-o', format)
    expect(stdout + stderr).not.toContain('hunter2')
    expect(stdout).toContain('<redacted>')
    const several = await run('node-b', 'node-a', '-o', format)
    expect(several.stdout + several.stderr).not.toContain('hunter2')
  }
})
