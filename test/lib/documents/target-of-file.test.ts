import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../src/lib/documents/target.ts'
import { targetOfFile } from '../../../src/lib/documents/target-of-file.ts'

test.each<[string, Target]>([
  ['global.yaml', globalTarget],
  ['kubelet/global.json', globalTarget],
  ['global-kubelet-configuration.yml', globalTarget],
  ['node-a.yaml', nodeTarget('node-a')],
  ['kubelet/nodes/node-a.yaml', nodeTarget('node-a')],
  ['node-a-kubelet-configuration.yaml', nodeTarget('node-a')],
  ['ip-10-0-0-1.ec2.internal.yaml', nodeTarget('ip-10-0-0-1.ec2.internal')],
  ['node-a', nodeTarget('node-a')],
])('%s', (path, target) => {
  expect(targetOfFile(path)).toEqual(target)
})

test.each([
  ['Node_A.yaml', 'NotANodeName'],
  ['<stdin>', 'NotANodeName'],
  [`${'a'.repeat(240)}.yaml`, 'NodeNameTooLong'],
])('%s gives no target', (path, reason) => {
  expect(() => targetOfFile(path)).toThrow(expect.objectContaining({ fact: expect.objectContaining({ reason }) }))
})
