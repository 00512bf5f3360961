import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { runHosted } from '../support/run-hosted.ts'

const manifests = (words: string, env: Readonly<Record<string, string>> = {}) =>
  runHosted(['kubeletcfg', 'agent', 'manifests', ...words.split(' ').filter((word) => word !== '')], { env })

const server = '--server https://api.example:6443'

interface Printed {
  readonly items: readonly {
    readonly kind: string
    readonly metadata: { readonly name: string }
    readonly spec?: {
      readonly template?: {
        readonly spec: Readonly<
          Record<'initContainers' | 'containers', readonly [{ image: string; command: string[] }]>
        >
      }
    }
  }[]
}

const itemsOf = async (words: string, env?: Readonly<Record<string, string>>): Promise<Printed['items']> =>
  (JSON.parse((await manifests(`${words} -o json`, env)).stdout) as Printed).items

const accountsIn = (items: Printed['items']) =>
  items.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name)

describe('without a cluster', () => {
  test('the manifests of given nodes are the same text each time', async () => {
    const ran = await manifests('--node node-a --node nodes/node-b')
    expect(ran.exit).toBe(0)
    expect(ran.stdout).toMatch(/^apiVersion: admissionregistration.k8s.io\/v1\nkind: ValidatingAdmissionPolicy\n/)
    expect((await manifests('--node node-b --node node-a')).stdout).toBe(ran.stdout)
    expect(accountsIn(await itemsOf('--node node-b --node node-a'))).toEqual([
      'kubeletcfg-agent-node-a',
      'kubeletcfg-agent-node-b',
    ])
  })

  test('a DaemonSet has the image and the flags of its agents', async () => {
    const items = await itemsOf(`--daemonset ${server} --image registry.example/kubeletcfg:1 --trial 5m --jitter 0`)
    const { containers } = items.find(({ kind }) => kind === 'DaemonSet')!.spec!.template!.spec
    expect(containers[0].image).toBe('registry.example/kubeletcfg:1')
    expect(containers[0].command.slice(-2)).toEqual(['--trial=300000ms', '--jitter=0ms'])
    expect(accountsIn(items)).toEqual(['kubeletcfg-agent'])
  })

  test('without writers, who may write documents is said on stderr, with what to do for others', async () => {
    const { stderr } = await manifests('--node node-a')
    expect(stderr).toContain('only the groups system:masters and kubeadm:cluster-admins may write documents')
    expect(stderr).toContain('add --writer USER or --writer-group GROUP')
    expect((await manifests('--node node-a --writer jane')).stderr).toBe('')
  })

  test('the pods of a DaemonSet first give the kubelet its rescue, at the same places as their agents', async () => {
    const items = await itemsOf(`--daemonset ${server} --apply-mode file --state-folder /opt/agent --trial 5m`)
    const { initContainers, containers } = items.find(({ kind }) => kind === 'DaemonSet')!.spec!.template!.spec
    const of = (command: readonly string[]) => command.slice(command.indexOf('agent') + 1)
    const places = ['--apply-mode=file', '--state-folder=/opt/agent']
    expect(of(initContainers[0].command)).toEqual(
      expect.arrayContaining(['install', '--for-pod', '--yes', '--node-name=$(NODE_NAME)', ...places]),
    )
    expect(of(initContainers[0].command).slice(-2)).toEqual(places)
    expect(of(containers[0].command).slice(-3)).toEqual([...places, '--trial=300000ms'])
  })

  test('to remove a DaemonSet there is one whose pods uninstall', async () => {
    const items = await itemsOf('--daemonset --uninstall --accept-risk drain,reboot --state-folder /opt/agent')
    expect(items.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([['DaemonSet', 'kubeletcfg-agent']])
    const { initContainers, containers } = items[0]!.spec!.template!.spec
    expect(initContainers[0].command.join(' ')).toMatch(
      / agent uninstall --yes --kubeconfig=\S+ --state-folder=\/opt\/agent --accept-risk=drain --accept-risk=reboot$/,
    )
    expect(containers[0].command.join(' ')).toMatch(/exec sleep infinity$/)
  })

  test.each([
    ['--daemonset', 'no API server given'],
    ['--node node-a --accept-risk drain', '--accept-risk requires --uninstall'],
    ['--uninstall', '--daemonset'],
    ['--daemonset --uninstall --writer jane', '--writer'],
    ['--server https://a.example', '--daemonset'],
    ['--node node-a --trial 5m', '--trial requires --daemonset'],
    [`--daemonset --server http://a.example`, 'is not the URL of an API server'],
    [`--daemonset --server https://a.example/path`, 'is not the URL of an API server'],
    ['--node a,b', 'is not the name of a node'],
    ['--node Node', 'is not the name of a node'],
    ['--node node-a --writer=', 'the value is empty'],
  ])('%s is wrong usage', async (words, message) => {
    const ran = await manifests(words)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain(message)
  })
})

describe('with a cluster', () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ nodes: 3 })
  })
  afterAll(() => sandbox.close())

  test('the manifests are for all of its nodes', async () => {
    const items = await itemsOf('', { KUBECONFIG: sandbox.kubeconfig })
    expect(accountsIn(items)).toEqual(['a', 'b', 'c'].map((letter) => `kubeletcfg-agent-node-${letter}`))
  })
})
