import { describe, expect, test } from '@jest/globals'
import { kubeletServiceOver } from '../../../../../src/lib/agent/host/kubelet/kubelet-service.ts'
import { serviceCases } from '../../ports/kubelet-service.contract.ts'
import { type FakeSystemd, fakeSystemd } from './fake-systemd.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 20_000 }

test.each(serviceCases)('$name', async ({ run }) => {
  await using systemd = await fakeSystemd()
  await run(systemd)
})

/** The orders after the first ones, without what is only read. */
const orderedSince = (orders: readonly string[], first: number): readonly string[] =>
  orders.slice(first).filter((order) => !order.startsWith('show'))

test('the start limit is cleared before each restart', async () => {
  await using systemd = await fakeSystemd()
  const { length } = await systemd.orders()
  await systemd.service.restart(undefined, limits)
  expect(orderedSince(await systemd.orders(), length)).toEqual([
    'reset-failed -- kubelet.service',
    'restart -- kubelet.service',
  ])
})

test('a kubelet is not restarted while its machine shuts down', async () => {
  await using systemd = await fakeSystemd()
  const { length } = await systemd.orders()
  await systemd.setShuttingDown(true)
  await expect(systemd.service.restart(undefined, limits)).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'MachineShutsDown' },
  })
  expect(orderedSince(await systemd.orders(), length)).toEqual([])
  await systemd.setShuttingDown(false)
  await systemd.service.restart(undefined, limits)
  expect(orderedSince(await systemd.orders(), length)).toContain('restart -- kubelet.service')
})

test('systemd would start a stopped kubelet if the agent were killed, and forgets that afterwards', async () => {
  await using systemd = await fakeSystemd()
  const { length } = await systemd.orders()
  await systemd.service.restart(async () => undefined, limits)
  const orders = orderedSince(await systemd.orders(), length)
  expect(orders.map((order) => order.split(' ').slice(0, 1).concat(order.split(' ').slice(-1)).join(' '))).toEqual([
    'reset-failed kubelet.service',
    'stop kubeletcfg-start-kubelet.timer',
    'systemd-run kubelet.service',
    'stop kubelet.service',
    'start kubelet.service',
    'stop kubeletcfg-start-kubelet.timer',
  ])
  // As long as the stop is waited for, and some time for what is done then.
  expect(orders[2]).toContain('--on-active=50')
})

test.each([
  ['1.5s', 32],
  ['5s 500ms', 36],
  ['1min 30s', 50],
])('a unit that may take %s to stop is started later than that', async (text, seconds) => {
  await using systemd = await fakeSystemd()
  await systemd.setStopTimeout(text)
  await systemd.service.restart(async () => undefined, limits)
  expect((await systemd.orders()).join()).toContain(`--on-active=${seconds} `)
})

test('an order that hangs is given up at the deadline', async () => {
  await using systemd = await fakeSystemd()
  await systemd.setHanging(true)
  const since = Date.now()
  await expect(systemd.service.restart(undefined, { ...limits, timeoutMs: 500 })).rejects.toMatchObject({
    code: 'timeout',
    fact: { reason: 'ProgramTimedOut' },
  })
  expect(Date.now() - since).toBeLessThan(5_000)
})

test('a program that is no kubelet has no version', async () => {
  const echo = {
    run: async () => ({ exit: 0, stdout: 'ExecStart={ path=/bin/kubelet ; argv[]=x }\n', stderr: '' }),
    read: async () => undefined,
    list: async () => undefined,
  }
  await expect(kubeletServiceOver(echo, 'kubelet.service').version(limits)).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'VersionNotReported', program: '/bin/kubelet' },
  })
})

describe('the version of a kubelet', () => {
  const asked = async ({ orders }: FakeSystemd) => (await orders()).filter((order) => order === 'kubelet --version')

  test('is asked for once, while the same program runs', async () => {
    await using systemd = await fakeSystemd()
    for (let i = 0; i < 3; i += 1) expect(await systemd.service.version(limits)).toBe('v1.36.3')
    expect(await asked(systemd)).toHaveLength(1)
  })

  test('is asked for again when the program was replaced', async () => {
    await using systemd = await fakeSystemd()
    await systemd.service.version(limits)
    await systemd.upgrade('v1.37.0')
    expect(await systemd.service.version(limits)).toBe('v1.37.0')
  })

  test('is asked for again after a start, because a program may only start another one', async () => {
    await using systemd = await fakeSystemd()
    await systemd.service.version(limits)
    await systemd.service.restart(undefined, limits)
    await systemd.service.version(limits)
    expect(await asked(systemd)).toHaveLength(2)
  })
})
