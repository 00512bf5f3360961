import { expect, test } from '@jest/globals'
import { planUninstall } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import type { UninstallWorld } from '../../../../src/lib/agent/install/uninstall-world.ts'
import { installationText } from '../../../../src/lib/agent/installation/installation.ts'
import { recordPath, usualPlaces } from '../../../../src/lib/agent/installation/places.ts'
import type { LiveReading } from '../../../../src/lib/agent/ports/live-config.ts'
import type { Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const limits = { signal: new AbortController().signal }
const config = '/var/lib/kubelet/config.yaml'
const document = (fields: string): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}`

const record = installationText({
  ...{
    schemaVersion: 1,
    state: 'installed',
    runsAs: 'service',
    version: '0.1.0',
    node: 'node-a',
    namespace: 'kube-system',
  },
  ...{ kubeletUnit: 'kubelet.service', kubeletRoot: '/var/lib/kubelet', place: { mode: 'file', config } },
  ...{ files: ['/etc/systemd/system/kubeletcfg-agent.service'], folders: ['/var/lib/kubeletcfg'] },
})

interface Story {
  readonly content?: LiveReading['content']
  readonly live?: string
  readonly own?: string
  readonly aside?: readonly string[]
  readonly record?: string | undefined
  readonly withdraw?: () => Promise<void>
}

/** A node that tells what is done to it. */
function tell(story: Story) {
  const { content = 'ours', live = '', own = '', aside = [] } = story
  const diary: string[] = []
  const note =
    (what: string) =>
    async (...args: readonly unknown[]) =>
      void diary.push([what, ...args.filter((arg) => typeof arg === 'string' || Array.isArray(arg))].join(' '))
  const state = { mainPid: 7 }
  const world = {
    machine: { isRoot: true },
    clock: { ...systemClock, sleep: async () => undefined },
    files: {
      readText: async (path: string) =>
        path === recordPath(usualPlaces) ? story.record : path === config ? live : undefined,
      missingFolders: async (path: string) => [path],
      put: async () => note('undo'),
      remove: async (path: string) => void diary.push(`remove ${path}`) === undefined,
      removeFolder: async (path: string) => void diary.push(`remove ${path}`) === undefined,
      removeEmptyFolder: async () => false,
    },
    units: {
      reload: note('reload'),
      disableNow: note('disable'),
      isActive: async () => true,
      isStopped: async () => false,
    },
    journal: async () => ({ read: async () => ({ kind: 'none' }) }),
    keepAgentsAway: async () => ({ [Symbol.dispose]: () => undefined }),
    live: async () => ({
      path: config,
      read: async () => ({ content }),
      readLocal: async () => Buffer.from(own),
      captureLocal: note('capture'),
      leave: note('leave'),
    }),
    kubelet: () => ({
      version: async () => 'v1.36.3',
      state: async () => state,
      restart: async (whileStopped: (() => Promise<void>) | undefined) => {
        diary.push('stop')
        await whileStopped?.()
        diary.push('start')
        return state
      },
    }),
    stateFiles: () => ({
      names: async () => aside,
      putBack: note('put back'),
      remove: note('remove'),
    }),
    withdraw: story.withdraw ?? note('withdraw'),
  } as unknown as UninstallWorld
  return { world, diary }
}

const request = (acceptedRisks: readonly Risk[] = []) => ({ places: usualPlaces, acceptedRisks })

test.each<[string, Story, boolean]>([
  ['means the same', { live: document('maxPods: 60\n'), own: document('# x\nmaxPods: 0x3c\n') }, false],
  ['means something else', { live: document('maxPods: 60\n'), own: document('maxPods: 61\n') }, true],
  ['is the node’s own', { content: 'local' }, false],
  ['was written by another program', { content: 'foreign' }, false],
  ['cannot be decoded', { live: '{', own: document('') }, true],
])('the kubelet is restarted only when its file %s: %#', async (_, story, restarts) => {
  const plan = await planUninstall(tell({ record, ...story }).world, request(), limits)
  expect(plan.back.restarts).toBe(restarts)
  expect(plan.refusal).toBeUndefined()
})

const policies = {
  live: document('cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n'),
  own: document('reservedSystemCPUs: "0"\n'),
}

test('a return that needs more than a restart needs the operator', async () => {
  const { world } = tell({ record, ...policies })
  const refused = await planUninstall(world, request(), limits)
  expect(refused.refusal?.fact).toMatchObject({ reason: 'UninstallNeedsRisk', disruption: 'state-file' })
  const accepted = await planUninstall(world, request(['state-file']), limits)
  expect(accepted.refusal).toBeUndefined()
  expect(accepted.back.stateFiles).toEqual(['cpu_manager_state'])
})

test('in a trial, the state files of before come back, and nobody is asked', async () => {
  const { world, diary } = tell({ record, ...policies, aside: ['cpu_manager_state'] })
  const plan = await planUninstall(world, request(), limits)
  expect(plan.refusal).toBeUndefined()
  await applyUninstall(world, plan, limits)
  expect(diary.slice(diary.indexOf('stop'), diary.indexOf('start') + 1)).toEqual([
    'stop',
    'put back',
    'remove ',
    'start',
  ])
})

test('the node’s own configuration comes first, and the agent’s folder last', async () => {
  const { world, diary } = tell({ record, live: document('maxPods: 60\n'), own: document('') })
  await applyUninstall(world, await planUninstall(world, request(), limits), limits)
  expect(diary).toEqual([
    'disable kubeletcfg-agent.service',
    'withdraw /var/lib/kubeletcfg/kubeconfig node-a',
    'leave',
    'remove /etc/systemd/system/kubeletcfg-agent.service',
    'reload',
    'stop',
    'start',
    'remove /run/kubeletcfg',
    'remove /var/lib/kubeletcfg',
  ])
})

test('what another program wrote stays', async () => {
  const { world, diary } = tell({ record, content: 'foreign' })
  await applyUninstall(world, await planUninstall(world, request(), limits), limits)
  expect(diary.indexOf('capture')).toBe(diary.indexOf('leave') - 1)
  expect(diary).not.toContain('stop')
})

test('an API server that does not answer keeps nobody from uninstalling', async () => {
  const withdraw = async (): Promise<never> => {
    throw new Failure('unreachable', { reason: 'Down' })
  }
  const { world, diary } = tell({ record, content: 'local', withdraw })
  const { warnings } = await applyUninstall(world, await planUninstall(world, request(), limits), limits)
  expect(warnings).toMatchObject([{ reason: 'NodeNotCleared', because: { reason: 'Down' } }])
  expect(diary.at(-1)).toBe('remove /var/lib/kubeletcfg')
})

test('without an agent there is nothing to do', async () => {
  const { world, diary } = tell({ record: undefined })
  const plan = await planUninstall(world, request(), limits)
  expect(plan.warnings).toEqual([{ reason: 'AgentNotInstalled' }])
  await applyUninstall(world, plan, limits)
  expect(diary).toEqual([])
})

test('what a newer version has installed is left alone', async () => {
  await expect(planUninstall(tell({ record: '{"schemaVersion":9}' }).world, request(), limits)).rejects.toMatchObject({
    code: 'refused',
  })
})
