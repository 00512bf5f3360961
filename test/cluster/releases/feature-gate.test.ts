import { afterAll, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { whileServedWith } from '../faults/control-plane.ts'
import { outputOf } from '../host/output-of.ts'
import type { NodeName } from '../machine/nodes.ts'
import { onNode, writeOnNode } from '../node.ts'
import { untilSettled } from '../nodesize/balloons.ts'
import { image, labelNodes, ownObjects, removeInstallations, unlabelNodes } from '../nodesize/installation.ts'
import { startKubelet, stopKubelet } from '../nodesize/kubelet.ts'
import { sizeOf } from '../nodesize/sizes.ts'
import { until } from '../until.ts'
import { perRelease } from './per-release.ts'

const dropIn = '/etc/kubernetes/kubelet.conf.d/90-gate.conf'
const gateOffAsDropIn = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
featureGates: { InPlacePodVerticalScaling: false }
`

async function restartKubelet(node: NodeName): Promise<void> {
  await stopKubelet(node)
  await startKubelet(node)
}

const gateOff = '--feature-gates=InPlacePodVerticalScaling=false'
const tests = {
  locked: () => {
    test('no API server and no kubelet runs without the feature gate', async () => {
      for (const program of ['kube-apiserver', 'kubelet'])
        await expect(outputOf(program, [gateOff])).rejects.toThrow('locked to true')
    })
  },
  optional: () => {
    test('without the feature gate of the API server, install is refused and names it', async () => {
      const ran = await whileServedWith([gateOff], () => nodesize(['install', image]))
      expect(ran).toMatchObject({ exit: 5, stdout: '' })
      expect(ran.stderr).toContain('has no pods/resize: its feature gate InPlacePodVerticalScaling is off')
      expect(await ownObjects()).toEqual([])
    })

    test('a kubelet without the feature gate is said to be that, and its balloon can be resized when it is back', async () => {
      await labelNodes('node-a')
      expect(await nodesize(['install', image, '--wait'])).toMatchObject({ exit: 0 })
      await untilSettled('node-a')
      await writeOnNode('node-a', dropIn, gateOffAsDropIn)
      await restartKubelet('node-a')
      await until(async () => (await sizeOf('node-a')).state === 'NotResizable', 'the kubelet reports resources')
      expect(await sizeOf('node-a')).toMatchObject({ reason: 'ResourcesNotReported' })
      const ran = await nodesize(['set', 'node-a', '--cpu', '50%'])
      expect(ran).toMatchObject({ exit: 5, stdout: '' })
      expect(ran.stderr).toMatch(/does not report the resources of containers\nhint: .*InPlacePodVerticalScaling/)
      await onNode('node-a', ['rm', dropIn])
      await restartKubelet('node-a')
      await untilSettled('node-a')
      expect(await nodesize(['set', 'node-a', '--cpu', '50%'])).toMatchObject({ exit: 0 })
    })

    afterAll(async () => {
      await onNode('node-a', ['rm', '--force', dropIn])
      await restartKubelet('node-a')
      await unlabelNodes('node-a')
      await removeInstallations()
    })
  },
}
tests[perRelease.gate]()
