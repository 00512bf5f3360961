import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rescueDropInPath } from '../../../src/lib/agent-installation/places.ts'
import { defaultStateFolder } from '../../../src/lib/host/state-folder/state-folder.ts'
import { withFields } from '../configuration.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { until } from '../until.ts'
import {
  agentUnit,
  configz,
  installAgents,
  kubeletStarts,
  removeAgents,
  store,
  untilReport,
  untilStored,
} from './installed-agent.ts'
import { configPath } from './kubelet-run.ts'

/** Of the systemd of a node, and of its disk: what others do to them, and what the agent makes of that. */
let node = ''
let own = ''
const unit = 'kubelet.service'
const other = `/etc/systemd/system/${unit}.d/90-other.conf`

beforeAll(async () => {
  node = (await makeNode({ layout: 'kubeadm' })).name
  own = await onNode(node, ['cat', configPath])
  await installAgents([node], ['--trial=25s', '--jitter=0', '--health-deadline=15s', '--crash-threshold=2'])
}, 240_000)

afterAll(() => removeAgents([node]), 120_000)

const sh = (script: string): Promise<string> => onNode(node, ['sh', '-ec', script])
const runsRescue = async () => (await sh(`systemctl show --property=ExecStartPre ${unit}`)).includes('/rescue.sh')
const withFiles = (count: number): string => withFields(own, `containerLogMaxFiles: ${count}`)

test('the agent connects the rescue again when its drop-in is removed', async () => {
  const starts = await kubeletStarts(node)
  expect(await runsRescue()).toBe(true)
  await sh(`rm ${rescueDropInPath(unit)}; systemctl daemon-reload`)
  expect(await runsRescue()).toBe(false)
  await until(runsRescue, 'the rescue is not connected again')
  expect(await kubeletStarts(node)).toBe(starts)
}, 180_000)

test('no document is tried while a drop-in of others drops the rescue, and the report names it', async () => {
  await writeOnNode(node, other, '[Service]\nExecStartPre=\n')
  await sh('systemctl daemon-reload')
  const starts = await kubeletStarts(node)
  const version = await store(node, withFiles(11))
  const { problem } = await untilStored(node, version, 'Held')
  expect(problem).toEqual({ reason: 'RescueNotConnected', message: expect.stringContaining(other) })
  expect(await kubeletStarts(node)).toBe(starts)
  await sh(`rm ${other}; systemctl daemon-reload`)
  await untilStored(node, version, 'Good')
  expect(await configz(node)).toMatchObject({ containerLogMaxFiles: 11 })
}, 300_000)

test.each([
  ['a folder in its place', 'mv state.json /root; mkdir state.json; touch state.json/x', 'StateUnreadable'],
  ['other bytes', 'head -c 200 state.json > half; mv half state.json', 'StateDamaged'],
])(
  'a state that is lost in a trial, with %s: the trial ends, and the loss is said',
  async (_, spoil, reason) => {
    const files = reason === 'StateDamaged' ? 12 : 13
    const version = await store(node, withFiles(files))
    await untilStored(node, version, 'Trial')
    await sh(`systemctl stop ${agentUnit}; cd ${defaultStateFolder}; ${spoil}; systemctl start ${agentUnit}`)
    await untilStored(node, version, 'Good')
    const { trouble } = await untilReport(node, (report) => report.trouble !== undefined, 'no trouble is said')
    expect(trouble).toMatchObject({ reason })
    expect(await configz(node)).toMatchObject({ containerLogMaxFiles: files })
    expect(await sh(`ls ${defaultStateFolder}/quarantine`)).toMatch(/^\d+-state\.json$/m)
  },
  300_000,
)
