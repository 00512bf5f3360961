import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { until } from '../until.ts'
import { livePathOf } from './live-file.ts'
import { documentWith, logFilesOf } from './log-files.ts'
import {
  countStartsOn,
  ends,
  freshLogFiles,
  makeFleet,
  onEach,
  promotedNow,
  removeFleet,
  rolloutStatus,
  runRollout,
  setPolicy,
  storeGlobalLogFiles,
  untilRuns,
  untilTrial,
  watchProofs,
} from './rollouts.ts'

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = await makeFleet(4)
}, 300_000)

afterAll(() => removeFleet(nodes), 120_000)

/** As Git does it. */
async function applyGlobal(count: number): Promise<void> {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'global-kubelet-configuration', namespace: 'kube-system' },
    data: { kubelet: documentWith(nodes[0]!, `containerLogMaxFiles: ${count}`) },
  }
  await kubectl(['apply', '--filename=-'], { input: JSON.stringify(object) })
}

test('documents that replace each other in mid-wave and in an abort end with the newest on all nodes, some at a time', async () => {
  const [first = ''] = nodes
  const [one, two, three] = [freshLogFiles(), freshLogFiles(), freshLogFiles()]
  expect(await setPolicy({ waves: `[{nodes: [${first}]}, 100%]`, soak: '1s' })).toMatchObject({ exit: 0 })
  const mostAway = watchProofs(nodes)
  await applyGlobal(one)
  const running = runRollout()
  // Of the second wave.
  await Promise.any(nodes.slice(1).map(untilTrial))
  await applyGlobal(two)
  await until(async () => (await rolloutStatus()).phase === 'Aborting', 'it is not aborted')
  await applyGlobal(three)
  await ends(running, 0)
  await onEach(nodes, (node) => untilRuns(node, three))
  const away = await mostAway()
  expect(away).toBeGreaterThan(0)
  expect(away).toBeLessThanOrEqual(2)
  // Nobody speaks against what was replaced.
  await applyGlobal(one)
  await ends(runRollout(), 0)
  await onEach(nodes, (node) => untilRuns(node, one))
}, 480_000)

const zone = 'topology.kubernetes.io/zone'

test('a document that no kubelet of one kind of node starts with is aborted by the canary of that kind', async () => {
  const other = nodes.at(-1)!
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  await kubectl(['label', 'node', other, `${zone}=other`])
  await refuseOn(other, `containerLogMaxFiles: ${after}`)
  expect(await setPolicy({ waves: '[canary, 100%]' })).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  await storeGlobalLogFiles(nodes[0]!, after)
  const ran = await runRollout()
  expect(ran).toMatchObject({ exit: 9, stderr: expect.stringContaining(`node ${other} failed`) })
  expect(await onEach(nodes, logFilesOf)).toEqual(nodes.map(() => before))
  // One canary of each kind, and one of them is well.
  const touched = (await starts()).map((count) => count > 0)
  expect(touched.filter(Boolean)).toHaveLength(2)
  expect(touched.at(-1)).toBe(true)
  await kubectl(['label', 'node', other, `${zone}-`])
}, 360_000)

/** No kubelet of this node starts with a configuration that has this line: a difference of the host that no check sees. */
async function refuseOn(node: string, line: string): Promise<void> {
  const check = `! grep -q "${line}" ${await livePathOf(node)}`
  const drop = `[Service]\nExecStartPre=/bin/sh -c '${check}'\n`
  await writeOnNode(node, '/etc/systemd/system/kubelet.service.d/05-refuse.conf', drop)
  await onNode(node, ['systemctl', 'daemon-reload'])
}

/** After a trial. */
const laterMs = 90_000

test('a document that hurts a while after its trial is aborted while it soaks', async () => {
  const [first = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: `[{nodes: [${first}]}, 100%]`, soak: '10m' })).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  await storeGlobalLogFiles(first, after)
  const running = runRollout()
  await untilRuns(first, after)
  await sleep(laterMs)
  await killWhileItHas(first, `containerLogMaxFiles: ${after}`)
  const ran = await running
  expect(ran).toMatchObject({ exit: 9, stderr: expect.stringContaining(`node ${first} failed`) })
  await onEach(nodes, (node) => untilRuns(node, before))
  expect((await starts()).slice(1)).toEqual([0, 0, 0])
}, 480_000)

/** From now on its kubelet does not live long, until it runs without this line. */
async function killWhileItHas(node: string, line: string): Promise<void> {
  const kill = `while grep -q "${line}" ${await livePathOf(node)}; do systemctl kill --signal=KILL kubelet; sleep 3; done`
  await onNode(node, ['systemd-run', '--unit=hurtful', 'sh', '-c', kill])
}
