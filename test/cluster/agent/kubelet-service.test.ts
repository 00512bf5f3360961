import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { discoverKubelet } from '../../../src/lib/agent/host/kubelet/discover.ts'
import { kubeletServiceOver } from '../../../src/lib/agent/host/kubelet/kubelet-service.ts'
import { type NodeAccess, nodeAccess } from '../../../src/lib/agent/host/kubelet/node-access.ts'
import { type ServiceSide, serviceCases } from '../../lib/agent/ports/kubelet-service.contract.ts'
import { insideNode } from '../machine/enter.ts'
import { systemdOf } from '../machine/systemd.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 30_000 }
const unit = 'kubelet.service'
const config = '/var/lib/kubelet/config.yaml'
const names: Record<'kubeadm' | 'k3s', string> = { kubeadm: '', k3s: '' }

/** As from a container that shares the process IDs of its host: every program is run by a prefix. */
const accessTo = (name: string): NodeAccess => {
  const [program, ...args] = insideNode(systemdOf(name), [])
  return nodeAccess([program, ...args])
}

beforeAll(async () => {
  const made = await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode({ layout: 'k3s' })])
  names.kubeadm = made[0].name
  names.k3s = made[1].name
}, 120_000)
afterAll(removeNodes)

const sideOf = (name: string): ServiceSide => {
  const shell = (script: string) => onNode(name, ['sh', '-ec', script])
  return {
    service: kubeletServiceOver(accessTo(name), unit),
    setBroken: async (broken) => {
      await shell(broken ? `cp ${config} /run/good; echo 'maxPods: -1' >>${config}` : `cp /run/good ${config}`)
    },
    stop: async () => void (await shell(`systemctl stop ${unit}`)),
    changeUnit: async () => {
      await writeOnNode(name, `/etc/systemd/system/${unit}.d/90-test.conf`, '[Service]\nNice=1\n')
    },
    // In systemd 252, NeedDaemonReload does not tell of a drop-in in a new folder.
    needsReload: async () => !(await shell(`systemctl show --property=DropInPaths ${unit}`)).includes('90-test.conf'),
  }
}

describe('the kubelet of kubeadm as a service, by systemd', () => {
  test.each(serviceCases)('$name', async ({ run }) => {
    await run(sideOf(names.kubeadm))
  })

  test('systemd starts a kubelet that was stopped by an agent that is gone', async () => {
    const { service } = sideOf(names.kubeadm)
    const timers: string[] = []
    await service.restart(async () => {
      timers.push(
        await onNode(names.kubeadm, ['systemctl', 'show', '--property=ActiveState', 'kubeletcfg-start-kubelet.timer']),
      )
    }, limits)
    timers.push(
      await onNode(names.kubeadm, ['systemctl', 'show', '--property=ActiveState', 'kubeletcfg-start-kubelet.timer']),
    )
    expect(timers).toEqual(['ActiveState=active\n', 'ActiveState=inactive\n'])
  })
})

describe('what runs the kubelet of a node', () => {
  test('kubeadm', async () => {
    const found = await discoverKubelet(accessTo(names.kubeadm), limits)
    expect(found).toMatchObject({
      setup: { unit, layout: 'kubeadm', config, configVariable: 'KUBELET_CONFIG_ARGS', rootDir: '/var/lib/kubelet' },
      care: [{ reason: 'ConfigRewritten', by: 'kubeadm' }],
    })
  })

  test('a plain one, with drop-ins and flags', async () => {
    const found = await discoverKubelet(accessTo('node-b'), limits)
    const setup = {
      unit,
      layout: 'plain',
      config,
      configDir: '/etc/kubernetes/kubelet.conf.d',
      configVariable: undefined,
    }
    expect(found).toMatchObject({ setup, care: [] })
  })

  test('k3s is refused', async () => {
    const subject = { kind: 'Unit', name: 'k3s.service' }
    const refused = { reason: 'KubeletEmbedded', subject, product: 'k3s' }
    expect(await discoverKubelet(accessTo(names.k3s), limits)).toEqual({ refused })
  })
})
