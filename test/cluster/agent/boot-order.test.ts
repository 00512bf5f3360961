import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reboot } from '../faults/power.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { tell, testsOf } from '../stories/lanes.ts'
import { beginWith, isHealthy, logFilesOf, storeLogFiles, untilGood } from '../stories/log-files.ts'
import { until } from '../until.ts'
import { agentUnit, giveRights, kubeletStarts, removeAgents, untilPhase } from './installed-agent.ts'

const boots = 3
const flags = ['--trial=6s', '--jitter=0', '--health-deadline=60s', '--crash-threshold=2']

const machines = new Map<string, NodeDescription>()

const sh = (node: string, script: string): Promise<string> => onNode(node, ['sh', '-c', script])

const relations = ['After', 'Before', 'Wants', 'Requires', 'Requisite', 'BindsTo', 'PartOf', 'Upholds']

/** How the units of agent and kubelet wait for each other, as systemd sees it: not at all, so that there is no circle. */
async function ties(node: string): Promise<readonly string[]> {
  const show = (unit: string) => sh(node, `systemctl show --property=${relations.join()} ${unit}.service`)
  const [ofAgent, ofKubelet] = await Promise.all([show(agentUnit), show('kubelet')])
  const naming = (text: string, unit: string) => text.split('\n').filter((line) => line.includes(`${unit}.service`))
  return [...naming(ofAgent, 'kubelet'), ...naming(ofKubelet, agentUnit)]
}

async function bootAgain(node: string): Promise<void> {
  for (let boot = 1; boot <= boots; boot++) {
    await untilGood(node, 70 + boot, await storeLogFiles(node, 70 + boot))
    await reboot(machines.get(node)!)
    await until(() => isHealthy(node), 'the kubelet is not healthy')
    await until(async () => (await sh(node, `systemctl is-active ${agentUnit}`)) === 'active\n', 'no agent runs')
    await untilReady(node)
    await untilPhase(node, 'Good')
    const seen = { runs: await logFilesOf(node), starts: await kubeletStarts(node), ties: await ties(node) }
    expect(seen).toEqual({ runs: 70 + boot, starts: 1, ties: [] })
  }
}

const lanes = ['kubeadm', 'plain'].map((layout) => ({
  [`${layout}: after ${boots} boots in a row, kubelet and agent are up each time, with the document`]: bootAgain,
}))

beforeAll(async () => {
  const made = await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode()])
  for (const node of made) machines.set(node.name, node)
  const names = made.map(({ name }) => name)
  await giveRights(names)
  await Promise.all(names.map((name) => beginWith(name, flags)))
  await Promise.all(names.map((name, index) => tell(name, lanes[index]!)))
}, 600_000)

afterAll(() => removeAgents([...machines.keys()]), 120_000)

testsOf(...lanes)

test('a unit that waits for the other would be seen', async () => {
  const [node = ''] = machines.keys()
  const path = `/etc/systemd/system/${agentUnit}.service.d/90-order.conf`
  await writeOnNode(node, path, '[Unit]\nAfter=kubelet.service\n')
  await sh(node, 'systemctl daemon-reload')
  expect(await ties(node)).toContainEqual(expect.stringContaining('kubelet.service'))
}, 60_000)
