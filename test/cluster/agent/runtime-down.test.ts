import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { defaultStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { until } from '../until.ts'
import {
  configz,
  installAgents,
  kubeletStarts,
  removeAgents,
  reportOf,
  store,
  untilReport,
  untilStored,
} from './installed-agent.ts'
import { configPath } from './kubelet-run.ts'

/** Longer than the health deadline, from when on the kubelet is not ready. */
const outageMs = 45_000

let node = ''
let own = ''

beforeAll(async () => {
  node = (await makeNode()).name
  own = await onNode(node, ['cat', configPath])
  const timing = ['--trial=50s', '--jitter=0', '--health-deadline=30s', '--crash-threshold=2']
  await installAgents([node], ['--restarts-per-hour=100', ...timing])
}, 240_000)

afterAll(() => removeAgents([node]), 120_000)

const sh = (script: string): Promise<string> => onNode(node, ['sh', '-ec', script])
const withFiles = (count: number): string => withFields(own, `containerLogMaxFiles: ${count}`)

/** The unit of the kubelet wants it: it would come back with the next start. */
const dropIns = '/run/systemd/system/containerd.service.d'
const stopRuntime = `mkdir -p ${dropIns}; printf '[Unit]\\nConditionPathExists=/no/such/file\\n' >${dropIns}/stop.conf
systemctl daemon-reload; systemctl stop containerd`
const startRuntime = `rm -r ${dropIns}; systemctl daemon-reload; systemctl start containerd`

/** A kubelet that has begun to prove the document. */
async function untilWatched(version: string): Promise<void> {
  await untilStored(node, version, 'Trial')
  const isWatched = async (): Promise<boolean> => {
    const { state } = JSON.parse(await sh(`cat ${defaultStateFolder}/state.json`))
    return state.work.kind === 'Trial' && state.work.probes.healthyMs > 0
  }
  await until(isWatched, 'no kubelet is healthy with the document')
}

const isReady = async (): Promise<string> =>
  kubectl(['get', 'node', node, '--output=jsonpath={.status.conditions[?(@.type=="Ready")].status}'])

test('a container runtime that stops in a trial is not held against the document', async () => {
  const version = await store(node, withFiles(11))
  await untilWatched(version)
  await sh(stopRuntime)
  const starts = await kubeletStarts(node)
  await until(async () => (await isReady()) === 'False', 'the node is ready without a container runtime')
  await sleep(outageMs)
  expect(await reportOf(node)).toMatchObject({ phase: 'Trial', problem: { reason: 'RuntimeDown' } })
  await sh(startRuntime)
  await untilStored(node, version, 'Good')
  expect([await kubeletStarts(node), await configz(node)]).toMatchObject([starts, { containerLogMaxFiles: 11 }])
}, 400_000)

test('kubelets that exit without a container runtime are not held against the document', async () => {
  const version = await store(node, withFiles(12))
  await untilWatched(version)
  await sh(`${stopRuntime}\nsystemctl kill --signal=KILL kubelet`)
  await untilReport(node, ({ problem }) => problem?.reason === 'Rescued', 'the rescue does not fire')
  await sleep(outageMs)
  await sh(startRuntime)
  await untilStored(node, version, 'Good')
  expect(await configz(node)).toMatchObject({ containerLogMaxFiles: 12 })
}, 400_000)
