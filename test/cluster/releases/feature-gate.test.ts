import { expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { whileServedWith } from '../faults/control-plane.ts'
import { outputOf } from '../host/output-of.ts'
import { image, ownObjects } from '../nodesize/installation.ts'
import { perRelease } from './per-release.ts'

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
  },
}
tests[perRelease.gate]()
