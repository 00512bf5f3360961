import { afterAll, afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import { balloonOf, requestsOf } from './balloons.ts'
import { image, keepInstalled } from './installation.ts'

keepInstalled()
const daemonSet = ['daemonset', 'nodesize-balloon', '--namespace=kube-system'] as const
const label = 'test.kubeletcfg.dev/upgrade'
const selector = `--selector=${label}=true`

afterEach(() => kubectl(['delete', 'deployment,pod', selector, '--force', '--grace-period=0']))
afterAll(() => nodesize(['upgrade', image, '--yes']))

interface Nodes {
  readonly items: readonly { readonly spec: { readonly unschedulable?: boolean } }[]
}

interface Pods {
  readonly items: readonly { readonly status: { readonly phase: string; readonly reason?: string } }[]
}

/** Another template than the one of install: as an older nodesize might have left it. */
const oldTemplate = () =>
  kubectl([
    ...['patch', ...daemonSet, '--type=json', '--patch'],
    JSON.stringify([{ op: 'replace', path: '/spec/template/spec/terminationGracePeriodSeconds', value: 1 }]),
  ])

/** Pods that want all that is free, as long as the test lasts. */
const crowd = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
  metadata: { name: 'upgrade-crowd', namespace: 'default', labels: { [label]: 'true' } },
  spec: {
    replicas: 40,
    selector: { matchLabels: { [label]: 'true' } },
    template: {
      metadata: { labels: { [label]: 'true' } },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [
          {
            ...{ name: 'app', image: image.replace('--image=', ''), imagePullPolicy: 'IfNotPresent' },
            resources: { requests: { cpu: '100m' } },
          },
        ],
      },
    },
  },
}

test('balloons are replaced, and keep their sizes while pods come in', async () => {
  expect(await nodesize(['set', 'node-a', 'node-b', '--cpu=50%'])).toMatchObject({ exit: 0 })
  await oldTemplate()
  const before = await balloonOf('node-a')
  await applyObjects([crowd])
  const ran = await nodesize(['upgrade', image, '--yes', '--quiet', '--output=json'])
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  const nodes = (JSON.parse(ran.stdout) as { nodes: readonly { node: string; outcome: string }[] }).nodes
  expect(nodes.map(({ outcome }) => outcome)).toEqual(['upgraded', 'upgraded'])
  const after = await balloonOf('node-a')
  expect(after.metadata.uid).not.toBe(before.metadata.uid)
  expect(requestsOf(after)).toEqual(requestsOf(before))
  const { items: pods } = await kubectlJson<Pods>(['get', 'pods', selector])
  expect(pods.filter(({ status }) => status.phase === 'Failed' || status.reason !== undefined)).toEqual([])
  const { items } = await kubectlJson<Nodes>(['get', 'nodes'])
  expect(items.filter(({ spec }) => spec.unschedulable)).toEqual([])
  expect((await nodesize(['upgrade', image, '--dry-run=server'])).stdout).not.toContain('node/')
})
