import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import {
  agentUnit,
  giveRights,
  removeAgents,
  store,
  untilPhase,
  untilReport,
  untilStored,
} from '../agent/installed-agent.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { pidsOn } from '../agent/pods.ts'
import { kubeletcfg } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { backUpEtcd, restoreEtcd, whileReadOnly, whileStopped } from '../faults/control-plane.ts'
import { reboot } from '../faults/power.ts'
import { waitUntil } from '../host/wait-until.ts'
import { kubectl } from '../kubectl.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { containerPids, onNode, writeOnNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { pausePod, waitForPod } from '../pods.ts'
import { testInPart } from '../test-in-part.ts'
import { until } from '../until.ts'
import {
  begin,
  countStarts,
  documentWith,
  isHealthy,
  isInTrial,
  logFilesOf,
  meanwhileMs,
  storeLogFiles,
  untilGood,
} from './log-files.ts'

const controlPlaneLabel = 'node-role.kubernetes.io/control-plane='
const folder = '/etc/kubernetes/manifests'

/** Has a control plane in static pods, and a configuration with little more than its folder. */
let controlPlane: NodeDescription
let workers: readonly string[] = []

beforeAll(async () => {
  const [first, ...others] = await Promise.all([makeNode(), ...[1, 2, 3].map(() => makeNode({ layout: 'kubeadm' }))])
  controlPlane = first!
  workers = others.map(({ name }) => name)
  await beControlPlane(controlPlane.name)
  const all = [controlPlane.name, ...workers]
  await giveRights(all)
  await Promise.all(all.map(begin))
}, 300_000)

/** As kubeadm does: a label, and static pods, whose mirrors are in kube-system. */
async function beControlPlane(name: string): Promise<void> {
  await kubectl(['label', 'node', name, controlPlaneLabel])
  await writeOnNode(name, `${folder}/api.json`, JSON.stringify(pausePod({ name: 'api', namespace: 'kube-system' })))
  const own = await onNode(name, ['cat', configPath])
  await writeOnNode(name, configPath, withFields(own, `staticPodPath: ${folder}`))
  await onNode(name, ['systemctl', 'restart', 'kubelet'])
  await until(async () => (await containerPids(name)).size === 2, 'the static pod does not run')
  await until(() => waitForPod(`api-${name}`, 'kube-system').then(() => true), 'the static pod is not in the cluster')
  await untilReady(name)
}

afterAll(() => removeAgents([controlPlane.name, ...workers]), 120_000)

testInPart(
  'a node comes up without an API server, its control plane runs, and then its document comes',
  async () => {
    const { name } = controlPlane
    await onNode(name, ['systemctl', 'stop', agentUnit])
    const version = await storeLogFiles(name, 64)
    const before = await onNode(name, ['cat', configPath])
    const pids = await whileStopped(async () => {
      await reboot(controlPlane)
      await until(() => isHealthy(name), 'the kubelet is not healthy')
      await until(async () => (await containerPids(name)).size >= 2, 'the static pod does not run')
      await until(
        async () => (await onNode(name, ['systemctl', 'is-active', agentUnit])) === 'active\n',
        'no agent runs',
      )
      await sleep(meanwhileMs)
      expect(await onNode(name, ['cat', configPath])).toBe(before)
      return pidsOn(name)
    })
    await untilGood(name, 64, version)
    await untilReady(name)
    expect(await pidsOn(name)).toEqual(expect.arrayContaining([...pids]))
  },
  240_000,
)

testInPart(
  'a control plane neither gets the document for all nodes unasked, nor loses its static pods',
  async () => {
    const [protectedNode = '', ...others] = workers
    const starts = await countStarts(protectedNode)
    await kubectl(['label', 'node', protectedNode, controlPlaneLabel])
    await store('global', documentWith(protectedNode, 'containerLogMaxFiles: 65'))
    await Promise.all(others.map(untilGlobal))
    expect([await starts(), (await untilPhase(protectedNode, 'Idle')).assigned?.source]).toEqual([0, 'local'])
    expect(await kubeletcfg(['opt-in', protectedNode, '--global-documents', '--yes'])).toMatchObject({ exit: 0 })
    await untilGlobal(protectedNode)
    expect(await Promise.all(workers.map(logFilesOf))).toEqual([65, 65, 65])
    const stopping = await store(protectedNode, documentWith(protectedNode, 'staticPodPath: ""'))
    expect((await untilStored(protectedNode, stopping, 'Rejected')).problem?.reason).toBe('ControlPlaneWouldStop')
  },
  240_000,
)

const untilGlobal = (node: string): Promise<unknown> =>
  untilReport(node, ({ phase, active }) => phase === 'Good' && active.source === 'global', 'not the global document')

testInPart(
  'without an API server, kubelets run from before to after, whatever their agents do',
  async () => {
    const [onTrial = '', changing = '', restarted = ''] = workers
    await untilGood(restarted, 61, await storeLogFiles(restarted, 61))
    const pids = await pidsOn(restarted)
    const versions = new Map([[onTrial, await storeLogFiles(onTrial, 62)]])
    await untilStored(onTrial, versions.get(onTrial)!, 'Trial')
    versions.set(changing, await storeLogFiles(changing, 63))
    const healthy = await whileStopped(async () => {
      await onNode(restarted, ['systemctl', 'restart', agentUnit])
      await sleep(meanwhileMs)
      return Promise.all(workers.map(isHealthy))
    })
    expect(healthy).toEqual([true, true, true])
    await Promise.all([...versions].map(([node, version]) => untilStored(node, version, 'Good')))
    expect(await Promise.all(workers.map(logFilesOf))).toEqual([62, 63, 61])
    expect(await pidsOn(restarted)).toEqual(pids)
  },
  240_000,
)

/** Longer than the health deadline of an agent. */
const longMs = 75_000

/** No kubelet with this writes a status or a Lease. */
const silentField = 'contentType: application/banana'

testInPart(
  'an API server that stores nothing fails no document, and one whose kubelet is silent fails when it stores again',
  async () => {
    const [good = '', silent = '', waiting = ''] = workers
    const starts = await countStarts(waiting)
    await onNode(waiting, ['systemctl', 'stop', agentUnit])
    const later = await storeLogFiles(waiting, 68)
    // At once: neither trial may end before the other one has begun.
    const [bad, version] = await Promise.all([
      store(silent, documentWith(silent, silentField)),
      storeLogFiles(good, 67),
    ])
    await Promise.all([untilStored(silent, bad, 'Trial'), untilStored(good, version, 'Trial')])
    const seen = await whileReadOnly(async () => {
      await onNode(good, ['systemctl', 'restart', 'kubelet'])
      await onNode(waiting, ['systemctl', 'start', agentUnit])
      await sleep(longMs)
      return { inTrial: await Promise.all([good, silent].map(isInTrial)), begun: await starts() }
    })
    expect(seen).toEqual({ inTrial: [true, true], begun: 0 })
    await Promise.all([untilGood(good, 67, version), untilGood(waiting, 68, later)])
    await untilStored(silent, bad, 'RolledBack')
    await Promise.all(workers.map(untilReady))
  },
  480_000,
)

testInPart(
  'a backup of etcd that is restored is followed (R16)',
  async () => {
    const [node = ''] = workers
    const [otherwise, { signal }] = [`${node} does not run the older document`, new AbortController()]
    const before = await storeLogFiles(node, 70)
    await untilGood(node, 70, before)
    const backup = await backUpEtcd()
    await untilGood(node, 71, await storeLogFiles(node, 71))
    await restoreEtcd(backup)
    // The report of the agent is as old as the backup.
    await waitUntil(async () => (await logFilesOf(node)) === 70, { otherwise, timeoutMs: 180_000, signal })
    await untilGood(node, 70, before)
    await untilReady(node)
  },
  300_000,
)
