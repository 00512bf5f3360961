import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { type PodWorld, tryKubelet } from '../../../../src/lib/rollouts/in-pod/try-kubelet.ts'
import { type OptionalProbeCheck, optionalProbeChecks } from '../../../../src/lib/rollouts/probe.ts'
import { probeDeadlineSeconds } from '../../../../src/lib/rollouts/probe-evidence.ts'

const server = '10.96.0.1'
const { signal } = new AbortController()

let folder = ''
const never = () => new Promise<never>(() => undefined)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'))
  await writeFile(join(folder, 'name'), 'kubeletcfg-probe-2-with-abc')
})
afterEach(() => rm(folder, { recursive: true }))

const tried = (more: Partial<PodWorld> = {}, checks: readonly OptionalProbeCheck[] = optionalProbeChecks) =>
  tryKubelet(
    checks,
    {
      lookup: async () => [{ address: server, family: 4 }],
      ...{ clock: { ...systemClock, sleep: never }, serviceHost: server, folders: { pod: folder, scratch: folder } },
      ...more,
    },
    signal,
  )

test('where all works, nothing has failed', async () => {
  expect(await tried()).toEqual([])
})

test.each<[string, Partial<PodWorld>, string]>([
  ['the name does not resolve', { lookup: () => Promise.reject(new Error('getaddrinfo ENOTFOUND')) }, 'ENOTFOUND'],
  [
    'another server answers for every name',
    { lookup: async () => [{ address: '203.0.113.7', family: 4 }] },
    'kubernetes.default is 203.0.113.7, not 10.96.0.1',
  ],
  ['the kubelet has not said where the API server is', { serviceHost: undefined }, 'not known'],
])('dns: %s', async (_, world, why) => {
  expect(await tried(world)).toEqual([{ check: 'dns', why: expect.stringContaining(why) }])
})

test('dns: a server that does not answer is not waited for longer than the pod lives', async () => {
  const slept: number[] = []
  const sleep = async (ms: number) => void slept.push(ms)
  expect(await tried({ lookup: never, clock: { ...systemClock, sleep } })).toEqual([
    { check: 'dns', why: 'no answer within 40 s' },
  ])
  expect(slept).toEqual([40_000])
  expect(slept[0]).toBeLessThan(probeDeadlineSeconds * 1_000)
})

test.each<[string, Partial<PodWorld>]>([
  ['the folder of the downward API is missing', { folders: { pod: '/nowhere', scratch: '/nowhere' } }],
  ['nothing can be written', { folders: { pod: '', scratch: '/proc' } }],
])('volume: %s', async (_, { folders }) => {
  expect(await tried({ folders: { ...folders!, pod: folders!.pod || folder } })).toMatchObject([{ check: 'volume' }])
})

test('what is left out of the policy does not fail', async () => {
  const world = {
    lookup: () => Promise.reject(new Error('ENOTFOUND')),
    folders: { pod: '/nowhere', scratch: '/nowhere' },
  }
  expect(await tried(world, [])).toEqual([])
})
