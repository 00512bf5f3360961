import { expect, test } from '@jest/globals'
import { assessChange } from '../../../src/lib/kubelet-changes/assess.ts'
import { procedureOf } from '../../../src/lib/kubelet-changes/procedure.ts'
import { documentOf } from '../kubelet/check/documents.ts'

const cpu = 'cpuManagerPolicy: static'
const memory = 'memoryManagerPolicy: Static'
const taint = 'registerWithTaints: [{key: a, effect: NoSchedule}]'
const node = 'make the same change to the Node with kubectl (or delete it: the kubelet registers anew)'

test.each<[after: string[], procedure: string]>([
  [[], 'nothing: no kubelet works with another value'],
  [['eventBurst: 6'], 'restart the kubelet'],
  [[taint, 'eventBurst: 6'], `${node}, restart the kubelet`],
  [['maxPods: 5', 'eventBurst: 6'], 'drain the node, restart the kubelet, uncordon'],
  [['maxPods: 5', taint], `drain the node, ${node}, restart the kubelet, uncordon`],
  [
    [cpu],
    'drain the node, stop the kubelet, remove cpu_manager_state from its root directory, change the file, start the kubelet, uncordon',
  ],
  [
    [memory, cpu, 'maxPods: 5'],
    'drain the node, stop the kubelet, remove cpu_manager_state and memory_manager_state from its root directory, change the file, start the kubelet, uncordon',
  ],
  [['cgroupRoot: /a'], 'drain the node, change the file, reboot the machine, uncordon'],
  [
    [cpu, 'cgroupDriver: systemd', 'maxPods: 5'],
    'drain the node, stop the kubelet, remove cpu_manager_state from its root directory, change the file, reboot the machine, uncordon',
  ],
  [
    [memory, taint, 'cgroupRoot: /a'],
    `drain the node, stop the kubelet, remove memory_manager_state from its root directory, change the file, ${node}, reboot the machine, uncordon`,
  ],
])('%j takes: %s', async (after, procedure) => {
  const documents = { before: await documentOf('', '1.36'), after: await documentOf(`${after.join('\n')}\n`, '1.36') }
  expect(procedureOf(assessChange('1.36', documents).changes)).toBe(procedure)
})
