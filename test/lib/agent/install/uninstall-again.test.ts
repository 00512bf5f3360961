import { expect, test } from '@jest/globals'
import { planUninstall } from '../../../../src/lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import type { UninstallWorld } from '../../../../src/lib/agent/install/uninstall-world.ts'
import { type Installation, installationText } from '../../../../src/lib/agent/installation/installation.ts'
import { recordPath, usualPlaces } from '../../../../src/lib/agent/installation/places.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const limits = { signal: new AbortController().signal }
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const own = `${header}cpuManagerPolicy: none\n`
const pushed = `${header}cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n`
const record = recordPath(usualPlaces)

const installation: Installation = {
  ...{ schemaVersion: 1, state: 'installed', runsAs: 'service', version: '1', node: 'n', namespace: 'kube-system' },
  ...{ kubeletUnit: 'kubelet.service', kubeletRoot: '/k', place: { mode: 'file', config: '/k/config.yaml' } },
  ...{ files: [], folders: [] },
}

/** A node that runs a document with another CPU policy. `restart` may fail, as when it is interrupted. */
function node(restart: () => void) {
  const files = new Map([
    [record, installationText(installation)],
    ['/k/config.yaml', pushed],
  ])
  const diary: string[] = []
  const world = {
    machine: { isRoot: true },
    files: {
      readText: async (path: string) => files.get(path),
      put: async ({ path, content }: { path: string; content: { text: string } }) => void files.set(path, content.text),
      remove: async (path: string) => files.delete(path),
      removeFolder: async () => true,
      removeEmptyFolder: async () => false,
    },
    units: {
      disableNow: async () => undefined,
      reload: async () => undefined,
      isActive: async () => true,
      isStopped: async () => false,
    },
    journal: async () => ({ read: async () => ({ kind: 'none' }) }),
    keepAgentsAway: async () => ({ [Symbol.dispose]: () => undefined }),
    clock: { sleep: async () => undefined },
    live: async () => ({
      path: '/k/config.yaml',
      read: async () => ({ content: files.get('/k/config.yaml') === own ? 'local' : 'ours' }),
      readLocal: async () => Buffer.from(own),
      leave: async () => void files.set('/k/config.yaml', own),
    }),
    kubelet: () => ({
      state: async () => ({ mainPid: 1 }),
      version: async () => 'v1.36.3',
      restart: async (whileStopped: () => Promise<void>) => {
        restart()
        await whileStopped?.()
        diary.push('start')
      },
    }),
    stateFiles: () => ({
      names: async () => [],
      putBack: async () => undefined,
      remove: async (names: readonly string[]) => void diary.push(`remove ${names}`),
    }),
    withdraw: async () => undefined,
  } as unknown as UninstallWorld
  return { world, diary, files }
}

const request = { places: usualPlaces, acceptedRisks: ['state-file'] as const }

// Otherwise the kubelet would find the state of another policy at its next start, and would never start again.
test('an uninstallation that was interrupted before the restart is continued with it', async () => {
  let isInterrupted = true
  const { world, diary, files } = node(() => {
    if (isInterrupted) throw new Failure('interrupted', { reason: 'Interrupted' })
  })
  const first = await planUninstall(world, request, limits)
  await expect(applyUninstall(world, first, limits)).rejects.toThrow()
  expect([files.get('/k/config.yaml'), diary]).toEqual([own, []])

  isInterrupted = false
  const second = await planUninstall(world, { ...request, acceptedRisks: [] }, limits)
  expect(await applyUninstall(world, second, limits)).toMatchObject({ restarted: true, warnings: [] })
  expect(diary).toEqual(['remove cpu_manager_state', 'start'])
})

test('after the restart, no other one is needed', async () => {
  const { world, files } = node(() => undefined)
  await applyUninstall(world, await planUninstall(world, request, limits), limits)
  expect(JSON.parse(files.get(record)!)).not.toHaveProperty('restart')
  expect((await planUninstall(world, request, limits)).back).toMatchObject({ restarts: false })
})
