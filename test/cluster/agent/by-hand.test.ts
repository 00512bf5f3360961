import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { checkout } from '../host/directories.ts'
import { kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { until } from '../until.ts'
import { executable } from './executable.ts'

const kubeconfig = '/run/admin.conf'
const nodes: string[] = []

beforeAll(async () => {
  nodes.push(...(await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode()])).map(({ name }) => name))
  await kubectl(['apply', '--filename=-'], { input: await manifests() })
}, 120_000)

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: await manifests() })
  await removeNodes()
})

const manifests = async (): Promise<string> =>
  (await kubeletcfg(['agent', 'manifests', ...nodes.flatMap((node) => ['--node', node])])).stdout

async function commandsByHand(): Promise<string> {
  const page = await readFile(join(checkout, 'docs', 'agent.md'), 'utf8')
  const [, commands = ''] = /<!-- by hand: begin[^>]*-->\n```sh\n([\s\S]*?)```\n<!-- by hand: end -->/.exec(page) ?? []
  return commands
}

const healthz = (node: string): Promise<string> =>
  onNode(node, ['sh', '-c', 'curl --silent --max-time 3 http://127.0.0.1:10248/healthz || true'])

test.each([
  ['unit', 0, 'kubeletcfg.yaml'],
  ['file', 1, 'config.yaml'],
] as const)(
  'the way out by hand works on a node that is broken in the mode %s',
  async (mode, index, live) => {
    const node = nodes[index]!
    const own = await onNode(node, ['cat', '/var/lib/kubelet/config.yaml'])
    await writeOnNode(node, kubeconfig, await readFile(process.env['KUBECONFIG'] ?? '', 'utf8'))
    const install = ['agent', 'install', `--kubeconfig=${kubeconfig}`, `--apply-mode=${mode}`, '--yes']
    await onNode(node, [await executable(), ...install])
    if (mode === 'file')
      await onNode(node, ['cp', '-p', `/var/lib/kubelet/${live}`, `/var/lib/kubelet/${live}.kubeletcfg-original`])
    // Agent, rescue and configuration are broken at once.
    const breaking = `systemctl kill --signal=KILL kubeletcfg-agent; rm -r /var/lib/kubeletcfg /usr/local/bin/kubeletcfg
    rm /var/lib/kubelet/${live}; echo 'nonsense: [' >/var/lib/kubelet/${live}; systemctl restart kubelet`
    await onNode(node, ['sh', '-c', breaking])
    await until(async () => (await healthz(node)) !== 'ok', 'the kubelet is not broken')
    await onNode(node, ['sh', '-ec', await commandsByHand()])
    await until(async () => (await healthz(node)) === 'ok', 'the kubelet does not come back')
    expect(await onNode(node, ['cat', '/var/lib/kubelet/config.yaml'])).toBe(own)
    expect(await onNode(node, ['find', '/etc', '/var/lib', '/usr/local/bin', '-xdev', '-name', '*kubeletcfg*'])).toBe(
      '',
    )
    expect(await onNode(node, ['systemctl', 'show', '--property=Environment', 'kubelet'])).not.toContain('kubeletcfg')
  },
  120_000,
)
