import { afterAll, expect, test } from '@jest/globals'
import { configz, installAgents, removeManifests, store, unstore, untilStored } from '../agent/installed-agent.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { withFields } from '../configuration.ts'
import { replaceKubelet } from '../faults/kubelet.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { until } from '../until.ts'

let name = ''

afterAll(async () => {
  await unstore(name)
  await removeNodes()
  await removeManifests()
})

test('a kubelet that is upgraded in a trial is judged as what it is now', async () => {
  ;({ name } = await makeNode({ kubelet: 'previous' }))
  const own = await onNode(name, ['cat', configPath])
  await installAgents([name], ['--trial=10s', '--jitter=0', '--health-deadline=60s'])
  const stored = await store(name, withFields(own, 'containerLogMaxFiles: 34'))
  await untilStored(name, stored, 'Trial')
  await replaceKubelet(name, 'current')
  await onNode(name, ['systemctl', 'restart', 'kubelet'])
  await until(async () => (await untilStored(name, stored, 'Good')).kubeletVersion === 'v1.36.3', 'not as it is now')
  expect((await configz(name))['containerLogMaxFiles']).toBe(34)
}, 240_000)
