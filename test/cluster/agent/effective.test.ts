import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { executable } from './executable.ts'
import { installAgents, removeManifests, unstore, untilPhase } from './installed-agent.ts'
import { configPath } from './kubelet-run.ts'

let node = ''

interface Source {
  readonly kind: string
  readonly name: string | null
  readonly line: number | null
}
interface Field {
  readonly field: string
  readonly value: unknown
  readonly source: Source
  readonly shadows: readonly { readonly value: unknown; readonly source: Source }[]
}

const fieldsIn = (stdout: string): ReadonlyMap<string, Field> =>
  new Map((JSON.parse(stdout) as { fields: Field[] }).fields.map((field) => [field.field, field]))

async function ofCluster(): Promise<ReadonlyMap<string, Field>> {
  const ran = await kubeletcfg(['effective', node, '--output=json'])
  expect(ran).toMatchObject({ exit: 0 })
  return fieldsIn(ran.stdout)
}

/** As root on the node, with the executable. */
const onThisNode = async (): Promise<ReadonlyMap<string, Field>> =>
  fieldsIn(await onNode(node, [await executable(), 'effective', '--output=json', '--quiet']))

const kindsIn = (fields: ReadonlyMap<string, Field>): ReadonlySet<string> =>
  new Set([...fields.values()].map(({ source }) => source.kind))

beforeAll(async () => {
  node = (await makeNode({ layout: 'kubeadm' })).name
}, 120_000)

afterAll(async () => {
  await unstore(node)
  await removeNodes()
  await removeManifests()
})

describe('the configuration of a real kubelet', () => {
  test('without an agent is made of defaults and of what the node sets', async () => {
    const fields = await ofCluster()
    expect(
      [...kindsIn(fields)].filter((kind) => !['default', 'on-node', 'runtime', 'computed'].includes(kind)),
    ).toEqual([])
    expect(fields.get('clusterDomain')).toMatchObject({ source: { kind: 'on-node' } })
    expect(fields.size).toBeGreaterThan(80)
  })

  test('as root on the node has its files and lines, and says that it is not compared', async () => {
    const fields = await onThisNode()
    expect(fields.get('clusterDomain')).toMatchObject({
      source: { kind: 'file', name: configPath, line: expect.any(Number) },
    })
    const [inCluster, here] = [await ofCluster(), fields]
    const values = (all: ReadonlyMap<string, Field>) =>
      [...all.values()].flatMap(({ field, value }) => (made.has(field) || !isSaid(value) ? [] : [[field, value]]))
    expect(new Map(values(here) as [string, unknown][])).toEqual(new Map(values(inCluster) as [string, unknown][]))
  })

  test('with a document comes from it, line by line, and both sides agree', async () => {
    await installAgents([node])
    const own = await onNode(node, ['cat', configPath])
    const text = withFields(own, 'containerLogMaxFiles: 7')
    const pushed = await kubeletcfg(['push', '--filename=-', `--node=${node}`, '--yes'], { input: text })
    expect(pushed).toMatchObject({ exit: 0 })
    await untilPhase(node, 'Good')
    const fields = await ofCluster()
    const line = text.split('\n').findIndex((one) => one.startsWith('containerLogMaxFiles:')) + 1
    const source = { kind: 'node-document', name: `${node}-kubelet-configuration`, line }
    expect(fields.get('containerLogMaxFiles')).toMatchObject({ value: 7, source })
    const here = await onThisNode()
    expect([...kindsIn(here)]).not.toContain('earlier')
    expect(here.get('containerLogMaxFiles')).toMatchObject({ value: 7, source: { kind: 'file', line } })
  })

  test('that was started before its file changed is what runs, not what is written', async () => {
    const file = (await onThisNode()).get('containerLogMaxFiles')?.source.name ?? ''
    await onNode(node, ['sed', '-i', 's/^containerLogMaxFiles:.*/containerLogMaxFiles: 9/', file])
    expect((await onThisNode()).get('containerLogMaxFiles')).toMatchObject({
      value: 7,
      source: { kind: 'earlier' },
      shadows: [{ value: 9, source: { kind: 'file' } }],
    })
  })

  test('takes the right to get nodes/proxy, and is read with what the hint grants', async () => {
    await kubectl(['create', 'clusterrole', 'effective-nodes', '--verb=get', '--resource=nodes'])
    await kubectl(['create', 'clusterrolebinding', 'effective-nodes', '--clusterrole=effective-nodes', '--user=jill'])
    let hints: readonly string[][] = []
    await expectSoon(async () => {
      const refused = await kubeletcfg(['effective', node, '--as=jill'])
      expect(refused).toMatchObject({ exit: 5 })
      hints = [...refused.stderr.matchAll(/^hint: kubectl (create .*)$/gm)].map(([, words = '']) => words.split(' '))
      expect(hints).toHaveLength(2)
    })
    for (const words of hints) await kubectl(words)
    try {
      await expectSoon(async () => {
        expect(await kubeletcfg(['effective', node, '--as=jill', '--quiet', '--changed-only'])).toMatchObject({
          exit: 0,
        })
      })
    } finally {
      for (const name of ['effective-nodes', `kubelet-of-${node}`])
        await kubectl(['delete', 'clusterrolebinding,clusterrole', name, '--ignore-not-found'])
    }
  })

  test('and its agent are fine, as a doctor sees it from the cluster', async () => {
    const ran = await kubeletcfg(['doctor', node, '--output=json'])
    const { verdict, works, care, problems } = JSON.parse(ran.stdout)
    const reasons = (facts: readonly { reason: string }[]) => facts.map(({ reason }) => reason)
    expect({ exit: ran.exit, verdict, problems }).toEqual({ exit: 0, verdict: 'with-care', problems: [] })
    expect(reasons(works)).toEqual(
      expect.arrayContaining(['KubeletSupported', 'AgentHeard', 'NodeClockRight', 'DocumentAssigned', 'PoliciesThere']),
    )
    expect(reasons(care)).toEqual(['LiveFileDrifted'])
    await kubectl([
      'create',
      'configmap',
      `${node}-kubelet-config`,
      '--namespace=kube-system',
      '--from-literal=kubelet=x',
    ])
    const again = await kubeletcfg(['doctor', node])
    await removeMeant(`${node}-kubelet-config`)
    expect(again.stdout).toContain(`configmap/${node}-kubelet-config is not read`)
  })

  test('and the machine are fine, as a doctor sees it on the node', async () => {
    const text = await onNode(node, [await executable(), 'doctor', '--output=json'])
    expect(JSON.parse(text)).toMatchObject({ verdict: 'with-care', problems: [], layout: 'kubeadm' })
  })

  test('is not read while its kubelet is down, and that does not take long', async () => {
    await onNode(node, ['systemctl', 'stop', 'kubeletcfg-agent', 'kubelet'])
    const ran = await kubeletcfg(['effective', node])
    expect(ran).toMatchObject({ exit: 6, stdout: '', stderr: expect.stringContaining('its kubelet does not answer') })
  })
})

/** Only the kubelet knows: its runtime says, or it has made them itself. */
const made = new Set(['cgroupDriver', 'tlsCertFile', 'tlsPrivateKeyFile'])

const removeMeant = (name: string) =>
  kubectl(['delete', 'configmap', name, '--namespace=kube-system', '--ignore-not-found'])

/** What configz leaves out. */
const isSaid = (value: unknown): boolean =>
  !(
    value === null ||
    value === '' ||
    value === false ||
    value === 0 ||
    value === '0s' ||
    JSON.stringify(value) === '[]'
  )

/** An authorizer learns of a new role some moments later. */
async function expectSoon(check: () => Promise<void>): Promise<void> {
  for (let left = 20; ; left--)
    try {
      return await check()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
}
