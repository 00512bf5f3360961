import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import { planInstall } from '../../../../src/lib/flows/sizes/install.ts'
import type { Objects } from '../../../../src/lib/ports/objects.ts'
import { FakeCluster } from '../../../support/fake-cluster.ts'
import { balloonPod, node } from '../../sizing/samples.ts'

const limits = { signal: new AbortController().signal }
const bare = { labels: {} }
const old = { name: 'old-1', kubeletVersion: 'v1.31.4' }
const windows = { name: 'win-1', operatingSystem: 'windows' }
const nobody =
  '0 of 1 linux nodes bear the label nodesize.kubeletcfg.dev/enabled=true, so no node gets a balloon: kubectl label node NODE nodesize.kubeletcfg.dev/enabled=true'
const tooOld = "node 'old-1' cannot be resized: its kubelet is v1.31.4, and 1.33 or later is needed"

async function warningsOf(
  cluster: FakeCluster,
  { live = false, allNodes = false }: { live?: boolean; allNodes?: boolean },
): Promise<readonly string[]> {
  const objects: Partial<Objects> = {
    read: async (object) => (live ? { ...object, spec: {} } : undefined),
    apply: async (object) => object,
    list: async () => [],
  }
  const options = { namespace: 'kube-system', image: 'pause', allNodes }
  return (await planInstall({ ...cluster, objects: objects as Objects }, options, limits)).warnings
}

describe('install warns', () => {
  test.each<[string, boolean, readonly Partial<Node>[], readonly string[]]>([
    ['of nothing where nodes bear the label', false, [{}, { name: 'node-b', ...bare }], []],
    ['where no node bears the label', false, [bare, windows], [nobody]],
    ['of nothing where all nodes are meant', true, [bare], []],
    ['of kubelets too old', true, [bare, { ...old, ...bare }], [tooOld]],
    ['of labelled nodes only', false, [{}, { ...old, ...bare }], []],
  ])('%s', async (_name, allNodes, nodes, warnings) => {
    const cluster = new FakeCluster()
    cluster.nodeList = nodes.map(node)
    expect(await warningsOf(cluster, { allNodes })).toEqual(warnings)
  })

  test('of balloons with an old template when there are some', async () => {
    const cluster = new FakeCluster()
    cluster.nodeList = [node()]
    cluster.balloons.list = async () => []
    expect(await warningsOf(cluster, { live: true })).toEqual([])
    cluster.balloons.list = async () => [balloonPod({ cpu: '1m', memory: '16Mi' })]
    expect(await warningsOf(cluster, { live: true })).toEqual([expect.stringContaining('keep their old template')])
  })
})
