import { expect, test } from '@jest/globals'
import { assessChange } from '../../../../src/lib/kubelet/changes/assess.ts'
import { type Hand, stepsFor } from '../../../../src/lib/kubelet/changes/steps.ts'
import { documentOf } from '../check/documents.ts'

const cpu = 'cpuManagerPolicy: static'
const memory = 'memoryManagerPolicy: Static'
const taint = 'registerWithTaints: [{key: a, effect: NoSchedule}]'

async function stepsTo(after: readonly string[], by?: Hand): Promise<readonly string[]> {
  const documents = { before: await documentOf('', '1.36'), after: await documentOf(`${after.join('\n')}\n`, '1.36') }
  return stepsFor(assessChange('1.36', documents), by).map(({ reason, ...data }) =>
    'files' in data ? `${reason} ${data.files.join()}` : reason,
  )
}

test.each<[name: string, after: string[], steps: string]>([
  ['nothing needs no step', [], ''],
  ['a restart', ['eventBurst: 6'], 'RestartKubelet'],
  ['the Node as well', [taint, 'eventBurst: 6'], 'ChangeNodeObject RestartKubelet'],
  ['a drain', ['maxPods: 5', 'eventBurst: 6'], 'DrainNode RestartKubelet UncordonNode'],
  ['a drain, and the Node', ['maxPods: 5', taint], 'DrainNode ChangeNodeObject RestartKubelet UncordonNode'],
  [
    'a state file',
    [cpu],
    'DrainNode StopKubelet RemoveStateFiles cpu_manager_state ChangeFile StartKubelet UncordonNode',
  ],
  [
    'two state files',
    [memory, cpu, 'maxPods: 5'],
    'DrainNode StopKubelet RemoveStateFiles cpu_manager_state,memory_manager_state ChangeFile StartKubelet UncordonNode',
  ],
  ['a reboot', ['cgroupRoot: /a'], 'DrainNode ChangeFile RebootMachine UncordonNode'],
  [
    'a reboot, and a state file',
    [cpu, 'cgroupDriver: systemd', 'maxPods: 5'],
    'DrainNode StopKubelet RemoveStateFiles cpu_manager_state ChangeFile RebootMachine UncordonNode',
  ],
  [
    'all of them',
    [memory, taint, 'cgroupRoot: /a'],
    'DrainNode StopKubelet RemoveStateFiles memory_manager_state ChangeFile ChangeNodeObject RebootMachine UncordonNode',
  ],
  [
    'a balloon gives its room back before pods are admitted again',
    ['kubeReserved: {cpu: "1"}'],
    'DrainNode ResetNodeSize RestartKubelet UncordonNode',
  ],
])('%s', async (_name, after, steps) => {
  expect((await stepsTo(after)).join(' ')).toBe(steps)
})

test.each<[name: string, after: string[], steps: string]>([
  ['nothing', [], ''],
  ['a restart', ['eventBurst: 6'], 'AgentApplies'],
  ['a drain, and the Node', ['maxPods: 5', taint], 'DrainNode ChangeNodeObject AgentApplies UncordonNode'],
  ['less allocatable', ['kubeReserved: {cpu: "1"}'], 'DrainNode ResetNodeSize AgentApplies UncordonNode'],
  ['a state file', [cpu], 'DrainNode AgentApplies UncordonNode'],
  ['a reboot, and a state file', [cpu, 'cgroupRoot: /a'], 'DrainNode AgentApplies RebootMachine UncordonNode'],
])('what is left to do where an agent applies it: %s', async (_, after, steps) => {
  expect((await stepsTo(after, 'agent')).join(' ')).toBe(steps)
})
