import { beforeEach, describe, expect, test } from '@jest/globals'
import { Failure } from '../../../../src/lib/failure.ts'
import { setSize } from '../../../../src/lib/flows/sizes/set-size.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import { parseSize } from '../../../../src/lib/sizing/size.ts'
import { defers, grants, silent } from '../../../support/fake-balloons.ts'
import { FakeClock, FakeCluster } from '../../../support/fake-cluster.ts'
import { balloonPod, node, workload } from '../../sizing/samples.ts'

const floor = { cpu: '1m', memory: '16Mi' }
const shrunk = { cpu: '2', memory: '16Mi' }
const noRoom = "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000"
let cluster: FakeCluster

beforeEach(() => {
  cluster = new FakeCluster()
  cluster.nodeList = [node()]
  cluster.podList = [workload('web', '1', '1Gi')]
})

const set = (
  cpu: string,
  { dryRun = 'none', signal = new AbortController().signal }: { dryRun?: DryRunMode; signal?: AbortSignal } = {},
) =>
  setSize(
    { cluster, clock: new FakeClock() },
    { node: 'node-a', size: { cpu: parseSize('cpu', cpu) }, timeoutMs: 5_000, dryRun },
    { signal },
  )

describe('a resize that is granted', () => {
  test('is one request, and says before and after', async () => {
    expect(await set('2')).toMatchObject({ outcome: 'resized', before: { cpu: 3_999n }, after: { cpu: 2_000n } })
    expect(cluster.balloons.resizes).toEqual([shrunk])
  })
  test('is not sent again', async () => {
    await set('2')
    expect(await set('2')).toMatchObject({ outcome: 'unchanged' })
    expect(cluster.balloons.resizes).toHaveLength(1)
  })
  test.each<DryRunMode>(['client', 'server'])('is only planned in a %s dry run', async (dryRun) => {
    expect(await set('2', { dryRun })).toMatchObject({ outcome: 'planned', after: { cpu: 2_000n } })
    expect(cluster.balloons.resizes).toEqual([])
  })
})

describe('a resize that is not granted', () => {
  test('is taken back when it is deferred, and says what fits', async () => {
    cluster.balloons.kubelet = (pod) => (cluster.balloons.resizes.length === 1 ? defers(noRoom)(pod) : undefined)
    await expect(set('2')).rejects.toMatchObject({ code: 'full', message: expect.stringContaining(noRoom) })
    expect(cluster.balloons.resizes).toEqual([shrunk, floor])
  })
  test('is taken back when the kubelet stays silent', async () => {
    cluster.balloons.kubelet = silent
    await expect(set('2')).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('taken back') })
    expect(cluster.balloons.resizes).toEqual([shrunk, floor])
  })
  test('stays asked when it makes the node larger: it can only be late', async () => {
    cluster.balloons.pod = balloonPod(shrunk)
    cluster.balloons.kubelet = silent
    await expect(set('max')).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('asked, not confirmed'),
    })
    expect(cluster.balloons.resizes).toEqual([floor])
  })
  test('is taken back when waiting itself fails, and stays the failure that it was', async () => {
    cluster.balloons.beforeWatch = () => {
      throw new Failure('refused', 'you cannot watch pods')
    }
    await expect(set('2')).rejects.toMatchObject({
      code: 'refused',
      message: 'not confirmed, and taken back: you cannot watch pods',
    })
    expect(cluster.balloons.resizes).toEqual([shrunk, floor])
  })
  test('is refused before anything is sent when pods are in the way', async () => {
    await expect(set('500m')).rejects.toMatchObject({ code: 'refused' })
    expect(cluster.balloons.resizes).toEqual([])
  })
  test('is taken back after Ctrl-C', async () => {
    const controller = new AbortController()
    cluster.balloons.kubelet = silent
    cluster.balloons.afterResize = (count) => {
      if (count === 1) setImmediate(() => controller.abort(new Failure('interrupted', 'interrupted')))
    }
    await expect(set('2', { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
    expect(cluster.balloons.resizes).toEqual([shrunk, floor])
  })
})

describe('a resize whose answer is lost', () => {
  let lost = false
  const lose = (): void => {
    if (lost) return
    lost = true
    throw new Failure('unreachable', 'connection reset')
  }
  beforeEach(() => {
    lost = false
  })
  test('is taken back if it had arrived', async () => {
    cluster.balloons.afterResize = lose
    await expect(set('2')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('had arrived, and was taken back'),
    })
    expect(cluster.balloons.resizes).toEqual([shrunk, floor])
  })
  test('is kept from arriving late: the balloon asks for the same in other words', async () => {
    cluster.balloons.beforeResize = lose
    await expect(set('2')).rejects.toMatchObject({
      message: expect.stringContaining('has not arrived, and no longer can'),
    })
    expect(cluster.balloons.resizes).toEqual([{ cpu: '1m', memory: '16777216' }])
  })
})

describe('taking back', () => {
  test('leaves alone what somebody else has asked for since', async () => {
    cluster.balloons.kubelet = silent
    cluster.balloons.beforeResize = (count) => {
      if (count === 2) cluster.balloons.pod = balloonPod({ cpu: '3', memory: '16Mi' })
    }
    await expect(set('2')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not taken back'),
    })
    expect(cluster.balloons.resizes).toEqual([shrunk])
  })
  test('that fails prints the command that does it', async () => {
    cluster.balloons.kubelet = silent
    cluster.balloons.beforeResize = (count) => {
      if (count === 2) throw new Failure('unreachable', 'no route')
    }
    const failure = await set('2').catch((error: Failure) => error)
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('NOT taken back') })
    expect((failure as Failure).suggestions.join()).toContain(
      'kubectl patch pod nodesize-balloon-x -n kube-system --subresource resize --type json',
    )
  })
})

test('the loser of two writers is told what the other asked for', async () => {
  cluster.balloons.beforeResize = () => {
    cluster.balloons.pod = balloonPod({ cpu: '3', memory: '16Mi' })
  }
  await expect(set('2')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('now asks for cpu 3'),
  })
})

describe('a balloon that is replaced meanwhile', () => {
  beforeEach(() => {
    cluster.balloons.kubelet = (pod) =>
      cluster.balloons.resizes.length > 1 ? grants(pod) : balloonPod(floor, floor, { metadata: { uid: 'another' } })
  })
  test('hands the size on to the next one, once', async () => {
    expect(await set('2')).toMatchObject({ outcome: 'resized' })
    expect(cluster.balloons.resizes).toEqual([shrunk, shrunk])
  })
  test('does not change what a relative size, or a resource not named, was meant to be', async () => {
    cluster.balloons.pod = balloonPod({ cpu: '1', memory: '4Gi' })
    expect(await set('-1')).toMatchObject({ after: { cpu: 2_000n, memory: 12n * 2n ** 30n } })
    expect(cluster.balloons.resizes.at(-1)).toEqual({ cpu: '2', memory: '4Gi' })
  })
})

test("somebody else's equal resize is waited for, but not in a dry run", async () => {
  cluster.balloons.pod = balloonPod(shrunk, floor, { metadata: { generation: 2 } })
  cluster.balloons.beforeWatch = () => {
    throw new Error('waited')
  }
  expect(await set('2', { dryRun: 'client' })).toMatchObject({ outcome: 'unchanged' })
  await expect(set('2')).rejects.toThrow('waited')
})
