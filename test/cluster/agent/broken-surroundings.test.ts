import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { defaultStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import { rescueDropInPath } from '../../../src/lib/agent/installation/places.ts'
import { withFields } from '../configuration.ts'
import { failDisk, healDisk, makeDiskFailable } from '../faults/disk-errors.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { spoilConfiguration } from '../stories/spoil.ts'
import { testInPart } from '../test-in-part.ts'
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
import { configPath, healthz } from './kubelet-run.ts'

/** Of the systemd of a node, and of its disk: what others do to them, and what the agent makes of that. */
let node = ''
let own = ''
const unit = 'kubelet.service'
const other = `/etc/systemd/system/${unit}.d/90-other.conf`

beforeAll(async () => {
  node = (await makeNode({ layout: 'kubeadm' })).name
  own = await onNode(node, ['cat', configPath])
  await installAgents(
    [node],
    ['--restarts-per-hour=100', '--trial=25s', '--jitter=0', '--health-deadline=15s', '--crash-threshold=2'],
  )
  await makeDiskFailable(node, `${agentUnit}.service`)
}, 240_000)

afterAll(() => removeAgents([node]), 120_000)

const sh = (script: string): Promise<string> => onNode(node, ['sh', '-ec', script])
/** A test that fails leaves nothing to the next one. */
afterEach(() => sh(`rm -f ${other}; systemctl daemon-reload`), 60_000)

const runsRescue = async () => (await sh(`systemctl show --property=ExecStartPre ${unit}`)).includes('/rescue.sh')
const withFiles = (count: number): string => withFields(own, `containerLogMaxFiles: ${count}`)

testInPart(
  'the agent connects the rescue again when its drop-in is removed',
  async () => {
    const starts = await kubeletStarts(node)
    expect(await runsRescue()).toBe(true)
    await sh(`rm ${rescueDropInPath(unit)}; systemctl daemon-reload`)
    expect(await runsRescue()).toBe(false)
    await until(runsRescue, 'the rescue is not connected again')
    expect(await kubeletStarts(node)).toBe(starts)
  },
  180_000,
)

testInPart(
  'no document is tried while a drop-in of others drops the rescue, and the report names it',
  async () => {
    await writeOnNode(node, other, '[Service]\nExecStartPre=\n')
    await sh('systemctl daemon-reload')
    const starts = await kubeletStarts(node)
    const version = await store(node, withFiles(11))
    const { problem } = await untilStored(node, version, 'Held')
    expect(problem).toMatchObject({ reason: 'RescueNotConnected', message: expect.stringContaining(other) })
    expect(await kubeletStarts(node)).toBe(starts)
    await sh(`rm ${other}; systemctl daemon-reload`)
    await untilStored(node, version, 'Good')
    expect(await configz(node)).toMatchObject({ containerLogMaxFiles: 11 })
  },
  300_000,
)

testInPart(
  'a rescue that is dropped in a trial is missed by nobody while the agent lives: it takes back what ends the kubelet',
  async () => {
    // What others write is replaced on the way back to a document, and kept on the way to the node's own files.
    await untilStored(node, await store(node, withFiles(10)), 'Good')
    const version = await store(node, withFiles(14))
    await untilStored(node, version, 'Trial')
    await writeOnNode(node, other, '[Service]\nExecStartPre=\n')
    await sh('systemctl daemon-reload')
    await spoilConfiguration(node, 'containerLogMaxFiles: 14')
    await untilReport(node, ({ phase }) => phase === 'RollingBack' || phase === 'RolledBack', 'nothing is taken back')
    await until(async () => (await healthz(node)) === 'ok', 'the kubelet is not healthy')
    await sh(`rm ${other}; systemctl daemon-reload`)
    await untilStored(node, version, 'RolledBack', 'Good')
    await untilReport(node, ({ trouble }) => trouble === undefined, 'the rescue is still missed')
  },
  300_000,
)

testInPart(
  'a record of the installation that cannot be read is said, and nothing else changes',
  async () => {
    const record = `${defaultStateFolder}/installation.json`
    await sh(`systemctl stop ${agentUnit}; mv ${record} /root; mkdir ${record}; rm ${rescueDropInPath(unit)}`)
    await sh(`systemctl daemon-reload; systemctl start ${agentUnit}`)
    await untilReport(node, ({ trouble }) => trouble?.reason === 'InstallationLost', 'the loss is not said')
    await until(runsRescue, 'the rescue is not connected again')
    await untilStored(node, await store(node, withFiles(15)), 'Good')
    expect(await configz(node)).toMatchObject({ containerLogMaxFiles: 15 })
    await sh(`rmdir ${record}; mv /root/installation.json ${record}; systemctl restart ${agentUnit}`)
    await untilReport(node, ({ trouble }) => trouble === undefined, 'the loss is still said')
  },
  300_000,
)

const inFolder = (script: string) => () => sh(`cd ${defaultStateFolder}; ${script}`)

const losses = [
  {
    how: 'a folder in its place',
    ...{ files: 12, reason: 'StateUnreadable' },
    spoil: inFolder('mv state.json /root; mkdir state.json; touch state.json/x'),
  },
  {
    how: 'a disk that fails to read it',
    ...{ files: 13, reason: 'StateUnreadable' },
    spoil: () => failDisk(node, { call: 'read', errno: 'EIO', after: 0, below: `${defaultStateFolder}/state.json` }),
  },
  {
    how: 'other bytes',
    ...{ files: 16, reason: 'StateDamaged' },
    spoil: inFolder('head -c 200 state.json > half; mv half state.json'),
  },
]

for (const { how, files, reason, spoil } of losses)
  testInPart(
    `a state that is lost in a trial, with ${how}: the trial ends, and the loss is said`,
    async () => {
      const version = await store(node, withFiles(files))
      await untilStored(node, version, 'Trial')
      await sh(`systemctl stop ${agentUnit}`)
      await spoil()
      await sh(`systemctl start ${agentUnit}`)
      await untilStored(node, version, 'Good')
      await untilReport(node, ({ trouble }) => trouble?.reason === reason, 'the loss is not said')
      await healDisk(node)
      expect(await configz(node)).toMatchObject({ containerLogMaxFiles: files })
      expect(await sh(`ls ${defaultStateFolder}/quarantine`)).toMatch(/^\d+-state\.json$/m)
    },
    300_000,
  )
