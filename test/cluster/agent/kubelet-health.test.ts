import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Evidence } from '../../../src/lib/agent/model/evidence.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { pausePod, waitForPod } from '../pods.ts'
import { newestVersion, pauseImage } from '../versions.ts'
import type { Look } from './probe-on-node.ts'

const account = 'kubelet-health-test'
const config = '/var/lib/kubelet/config.yaml'
let name = ''

beforeAll(async () => {
  name = (await makeNode({ layout: 'kubeadm' })).name
  await applyObjects([
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace: 'default' } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: account },
      rules: [{ apiGroups: [''], resources: ['nodes/configz'], verbs: ['get'] }],
    },
  ])
}, 120_000)

afterAll(async () => {
  await kubectl(['delete', 'clusterrolebinding,clusterrole', account, '--ignore-not-found'])
  await kubectl(['delete', 'serviceaccount', account, '--ignore-not-found'])
  await removeNodes()
})

async function look({ restart = false, awaitsLoss = false } = {}): Promise<Evidence> {
  const token = (await kubectl(['create', 'token', account])).trim()
  const input: Look = { name, token, restart, awaitsLoss }
  const program = join(import.meta.dirname, 'probe-on-node.ts')
  return JSON.parse(await onNode(name, ['node', program], JSON.stringify(input)))
}

const pass = { verdict: 'pass' }

function statefulSet(replicas: number) {
  const labels = { app: account }
  const container = { name: 'pause', image: pauseImage, imagePullPolicy: 'Never' }
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: account, namespace: 'default' },
    spec: {
      replicas,
      podManagementPolicy: 'Parallel',
      serviceName: account,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { nodeName: name, terminationGracePeriodSeconds: 0, containers: [container] },
      },
    },
  }
}

describe('evidence about a real kubelet', () => {
  test('without the right to its configuration, that is not known; all else is good', async () => {
    expect(await look({ restart: true })).toMatchObject({
      service: { activeState: 'active', subState: 'running' },
      healthz: pass,
      lease: pass,
      ready: pass,
      pods: pass,
      runtime: pass,
      configz: { verdict: 'unknown', because: { reason: 'ConfigzRefused', status: 403 } },
      apiReachable: true,
    })
  })

  test('with it, the kubelet runs with what its files and flags say', async () => {
    await kubectl([
      'create',
      'clusterrolebinding',
      account,
      `--clusterrole=${account}`,
      `--serviceaccount=default:${account}`,
    ])
    expect((await look()).configz).toEqual(pass)
  })

  test('a new pod proves that sandboxes can be made', async () => {
    expect((await look()).sandbox).toMatchObject({ verdict: 'unknown', because: { reason: 'NoSandboxSince' } })
    await applyObjects([
      pausePod({ name: `${account}-a`, nodeName: name }),
      pausePod({ name: `${account}-b`, nodeName: name }),
    ])
    await Promise.all([waitForPod(`${account}-a`), waitForPod(`${account}-b`)])
    expect((await look()).sandbox).toEqual(pass)
  })

  test('a file that changed without a restart is a difference', async () => {
    await onNode(name, ['sh', '-ec', `cp ${config} /run/good; echo 'maxPods: 1' >>${config}`])
    expect((await look()).configz).toMatchObject({
      verdict: 'fail',
      because: { reason: 'ConfigzDiffers', fields: ['maxPods'] },
    })
  })

  test('a restart with fewer pods than run costs one', async () => {
    const { configz, pods, healthz } = await look({ restart: true, awaitsLoss: true })
    expect({ configz, healthz }).toEqual({ configz: pass, healthz: pass })
    expect(pods).toMatchObject({ verdict: 'fail', because: { reason: 'PodsLost', pods: [{ pod: { kind: 'Pod' } }] } })
    await onNode(name, ['cp', '/run/good', config])
  })

  test('so does one of a StatefulSet, which its controller replaces at once', async () => {
    const replicas = 3
    await onNode(name, ['systemctl', 'restart', 'kubelet'])
    await kubectl([
      'delete',
      'pod',
      `${account}-a`,
      `${account}-b`,
      '--force',
      '--grace-period=0',
      '--ignore-not-found',
    ])
    await applyObjects([statefulSet(replicas)])
    await kubectl(['rollout', 'status', `statefulset/${account}`, '--timeout=60s'])
    await onNode(name, ['sh', '-ec', `echo 'maxPods: 1' >>${config}`])
    const { pods } = await look({ restart: true, awaitsLoss: true })
    await onNode(name, ['cp', '/run/good', config])
    await onNode(name, ['systemctl', 'restart', 'kubelet'])
    await kubectl(['delete', 'statefulset', account])
    expect(pods).toMatchObject({ verdict: 'fail', because: { reason: 'PodsLost' } })
  }, 180_000)

  test('doctor says what it found', async () => {
    const bin = join(import.meta.dirname, '../../../bin/kubeletcfg.cjs')
    const diagnosis = JSON.parse(await onNode(name, ['node', bin, 'doctor', '-o', 'json']))
    expect(diagnosis).toMatchObject({
      verdict: 'with-care',
      layout: 'kubeadm',
      kubeletVersion: newestVersion,
      applyMode: 'unit',
      problems: [],
      care: [{ reason: 'ConfigRewritten' }],
    })
  })
})
