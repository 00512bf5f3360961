import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rescueDropIn } from '../../../src/lib/agent/host/rescue/install-script.ts'
import { applyObjects } from '../kubectl.ts'
import { containerPids, onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { pausePod, podStatus, waitForPod } from '../pods.ts'
import { until } from '../until.ts'

let node = ''
const program = join(import.meta.dirname, 'rescue-program.ts')

interface Patient {
  readonly unit: string
  readonly live: string
  readonly root: string
}

const victim: Patient = { unit: 'victim.service', live: '/var/lib/victim/config', root: '/var/lib/victim' }
const kubelet: Patient = { unit: 'kubelet.service', live: '/var/lib/kubelet/config.yaml', root: '/var/lib/kubelet' }

async function agent(act: string, { unit, live, root }: Patient, content = ''): Promise<unknown> {
  return JSON.parse(await onNode(node, [process.execPath, program, act, unit, live, root, content]))
}

const sh = (script: string): Promise<string> => onNode(node, ['sh', '-c', script])
const isUp = (url: string) => sh(`curl -fsS -m 1 ${url}`).then(Boolean, () => false)
const contentOf = (path: string): Promise<string> => onNode(node, ['cat', path])

async function hook({ unit }: Patient): Promise<void> {
  await writeOnNode(node, `/etc/systemd/system/${unit}.d/10-rescue.conf`, rescueDropIn('/var/lib/kubeletcfg'))
  await onNode(node, ['systemctl', 'daemon-reload'])
}

/** It lives with `good` in its file; otherwise it ends as the file says. */
const victimUnit = `[Unit]
StartLimitIntervalSec=0
[Service]
ExecStart=/bin/sh -c 'grep -q good ${victim.live} && exec sleep infinity; . ${victim.live}'
Restart=always
RestartSec=500ms
`

beforeAll(async () => {
  node = (await makeNode()).name
  await agent('install', victim)
  await writeOnNode(node, victim.live, 'good\n')
  await writeOnNode(node, '/etc/systemd/system/victim.service', victimUnit)
  await hook(victim)
  await hook(kubelet)
}, 120_000)

afterAll(removeNodes, 60_000)

const state = () => sh('systemctl is-active victim || true')
const restart = (unit: string) => sh(`systemctl reset-failed ${unit}; systemctl restart ${unit}`)

test.each(['exit 1', 'exit 0', 'kill -ABRT $$', 'sleep 1; exit 2'])(
  'a service that ends with %s is back on its good content',
  async (bad) => {
    await restart('victim')
    await agent('try', victim, `${bad}\n`)
    await restart('victim')
    await until(async () => (await contentOf(victim.live)) === 'good\n', 'the good content is not back')
    await until(async () => (await state()).trim() === 'active', 'the service is not back')
    expect(await agent('report', victim)).toMatchObject({ starts: 3, rescued: true })
    expect(await agent('read', victim)).toMatchObject({ content: 'local' })
    await agent('leave', victim)
    expect(await contentOf(victim.live)).toBe('good\n')
  },
  120_000,
)

test('restarts by an administrator do not count, and kills do', async () => {
  await agent('try', victim, 'also good\n')
  await restart('victim')
  for (let i = 0; i < 6; i++) await sh('systemctl restart victim')
  await sh('systemctl stop victim; systemctl start victim')
  expect(await agent('report', victim)).toMatchObject({ starts: 0, rescued: false })
  const pid = () => sh('systemctl show --property=MainPID --value victim')
  for (const starts of [1, 2]) {
    const before = (await pid()).trim()
    await sh(`kill -KILL ${before}`)
    await until(async () => !['0', before].includes((await pid()).trim()), 'systemd did not start it again')
    expect(await agent('report', victim)).toMatchObject({ starts, rescued: false })
  }
  await agent('forget', victim)
  expect(await agent('report', victim)).toMatchObject({ starts: 0, rescued: false })
  await agent('leave', victim)
}, 120_000)

test('a service that lives long enough between its ends is not rescued', async () => {
  const script = '/var/lib/kubeletcfg/rescue/rescue.sh'
  await sh(`sed -i 's/^proven_after=600$/proven_after=2/' ${script}`)
  await agent('try', victim, 'sleep 3; exit 1\n')
  await restart('victim')
  await until(
    async () => Number(await sh('systemctl show --property=NRestarts --value victim')) >= 4,
    'it does not end',
  )
  expect(await agent('report', victim)).toMatchObject({ starts: 0, rescued: false })
  await agent('leave', victim)
  await agent('install', victim)
}, 120_000)

test('the kubelet is back on the configuration of its node, without an agent, and its pods live', async () => {
  await applyObjects([pausePod({ name: 'rescued', nodeName: node })])
  await waitForPod('rescued')
  const { containerStatuses } = await podStatus('rescued')
  const id = containerStatuses[0]?.containerID.replace('containerd://', '') ?? ''
  const before = { pid: (await containerPids(node)).get(id), config: await contentOf(kubelet.live) }
  await agent('try', kubelet, before.config.replace(/^maxPods:.*\n/m, '').concat('maxPods: -1\n'))
  await restart('kubelet')
  await until(async () => (await contentOf(kubelet.live)) === before.config, 'its configuration is not back')
  await until(() => isUp('http://127.0.0.1:10248/healthz'), 'the kubelet is not healthy')
  expect(await agent('report', kubelet)).toMatchObject({ starts: 3, rescued: true })
  expect((await containerPids(node)).get(id)).toBe(before.pid)
  await agent('leave', kubelet)
  expect(await contentOf(kubelet.live)).toBe(before.config)
  expect(await sh('ls -A /var/lib/kubelet | grep kubeletcfg || true')).toBe('')
}, 240_000)
