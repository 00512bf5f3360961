import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { giveRights, kubeletStarts, removeAgents, untilReport, untilStored } from '../agent/installed-agent.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { renewPods } from '../agent/pods.ts'
import { reboot } from '../faults/power.ts'
import { isRunning } from '../host/process-identity.ts'
import { waitUntil } from '../host/wait-until.ts'
import { applyObjects } from '../kubectl.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { recordedSystemd } from '../machine/systemd.ts'
import { onNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { pausePod, waitForPod } from '../pods.ts'
import { readNode } from '../read.ts'
import { until } from '../until.ts'
import { beginWith, storeLogFiles, untilGood } from './log-files.ts'

/** Longer than the agent waits for a kubelet that is not ready. */
const holdsSeconds = 40
const flags = ['--trial=30s', '--jitter=0', '--health-deadline=15s', '--crash-threshold=2']

let machine: NodeDescription

const sh = (script: string): Promise<string> => onNode(machine.name, ['sh', '-ec', script])

/** Nodes of the test cluster have no D-Bus: whoever reboots them pulls the plug. */
const withLogind = `
systemctl add-wants multi-user.target dbus.socket systemd-logind.service
systemctl start dbus.socket systemd-logind.service
printf 'shutdownGracePeriod: 60s\\nshutdownGracePeriodCriticalPods: 10s\\n' >>${configPath}
systemctl restart kubelet
`

const manager = 'org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager'

beforeAll(async () => {
  machine = await makeNode()
  await sh(withLogind)
  await untilReady(machine.name)
  await giveRights([machine.name])
  await beginWith(machine.name, flags)
}, 300_000)

afterAll(() => removeAgents([machine.name]), 120_000)

/** A pod that takes its time to end: so long, the machine waits. */
async function startSlowPod(name: string): Promise<void> {
  const pod = pausePod({ name, nodeName: machine.name }) as { spec: { containers: object[] } }
  const [container = {}] = pod.spec.containers
  const lifecycle = { preStop: { sleep: { seconds: holdsSeconds } } }
  const spec = {
    ...pod.spec,
    terminationGracePeriodSeconds: holdsSeconds + 5,
    containers: [{ ...container, lifecycle }],
  }
  await applyObjects([{ ...pod, spec }])
  await waitForPod(name)
}

/** Some seconds after its start, a kubelet asks logind to wait for it, and later it knows of its pods. */
async function beginShutdown(): Promise<void> {
  await sh(`until busctl call ${manager} ListInhibitors | grep -q kubelet; do sleep 0.2; done; sleep 5`)
  await sh(`busctl call ${manager} Reboot b false`)
  await until(isReadyFalse, 'the kubelet does not report the shutdown')
}

interface Conditions {
  readonly status: { readonly conditions: readonly { type: string; status: string; message: string }[] }
}

async function isReadyFalse(): Promise<boolean> {
  const { status } = await readNode<Conditions>(machine.name)
  return status.conditions.some(({ type, message }) => type === 'Ready' && message.includes('node is shutting down'))
}

/** The machine goes off by itself, once its pods have ended. */
async function endShutdown(): Promise<void> {
  const systemd = recordedSystemd(machine.name)!
  await waitUntil(async () => !isRunning(systemd), {
    otherwise: 'the machine is not off',
    timeoutMs: 120_000,
    signal: new AbortController().signal,
  })
  await reboot(machine)
  await untilReady(machine.name)
  await renewPods(machine.name)
}

test('a document is not blamed for a shutdown of its node in its trial, and the kubelet is left to its pods', async () => {
  await startSlowPod(`${machine.name}-slow-a`)
  const version = await storeLogFiles(machine.name, 71)
  await untilStored(machine.name, version, 'Trial')
  const starts = await kubeletStarts(machine.name)
  const since = Date.now()
  await beginShutdown()
  await untilReport(machine.name, ({ problem }) => problem?.reason === 'MachineShutsDown', 'the shutdown is not seen')
  while (Date.now() - since < (holdsSeconds - 10) * 1_000) {
    const { phase } = await untilReport(machine.name, () => true, '')
    expect({ phase, starts: await kubeletStarts(machine.name) }).toEqual({ phase: 'Trial', starts })
  }
  await endShutdown()
  await untilGood(machine.name, 71, version)
}, 300_000)

test('a document that comes while the machine shuts down restarts no kubelet, and is applied after the boot', async () => {
  await startSlowPod(`${machine.name}-slow-b`)
  const starts = await kubeletStarts(machine.name)
  await beginShutdown()
  const version = await storeLogFiles(machine.name, 72)
  await untilReport(machine.name, ({ trouble }) => trouble?.reason === 'MachineShutsDown', 'the shutdown is not seen')
  expect(await kubeletStarts(machine.name)).toBe(starts)
  await endShutdown()
  await untilGood(machine.name, 72, version)
}, 300_000)
