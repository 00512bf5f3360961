import { afterEach, describe, expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, balloonPods, deleteBalloon, footprint, replaceBalloon, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()

const name = 'test-limits-of-others'
const namespace = 'kube-system'
const setHalf = ['set', 'node-a', '--cpu', '50%']

describe('a ResourceQuota', () => {
  afterEach(async () => {
    await kubectl(['delete', 'resourcequota', name, `--namespace=${namespace}`])
  })

  test('that a resize exceeds refuses it in words that name it, and lets smaller balloons pass', async () => {
    const hard = { 'requests.cpu': '200m' }
    await applyObjects([{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name, namespace }, spec: { hard } }])
    const used = ['get', 'resourcequota', name, `--namespace=${namespace}`, '--output=jsonpath={.status.used}']
    await until(async () => (await kubectl(used)).includes('requests.cpu'), 'nobody has counted what is used')

    const before = footprint(await balloonOf('node-a'))
    const ran = await nodesize(setHalf)
    expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining(`exceeded quota: ${name}`) })
    expect(footprint(await balloonOf('node-a'))).toEqual(before)
    expect(await nodesize(['set', 'node-a', '--cpu', '-100m'])).toMatchObject({ exit: 0 })
    expect(await nodesize(['reset', 'node-a'])).toMatchObject({ exit: 0 })
  })
})

describe('a LimitRange', () => {
  afterEach(async () => {
    await kubectl(['delete', 'limitrange', name, `--namespace=${namespace}`])
  })

  test.each([
    ['that would add limits', { type: 'Container', default: { cpu: '4', memory: '1Gi' } }],
    ['that allows less', { type: 'Pod', max: { cpu: '100m' } }],
  ])('%s is named, and the balloon stays as it was', async (_, limit) => {
    const spec = { limits: [limit] }
    await applyObjects([{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name, namespace }, spec }])
    const before = footprint(await balloonOf('node-a'))
    const ran = await nodesize(setHalf)
    expect(ran).toMatchObject({
      exit: 5,
      stdout: '',
      stderr: expect.stringMatching(/LimitRange|limits to the balloon/),
    })
    expect(footprint(await balloonOf('node-a'))).toEqual(before)
  })
})

describe('an admission policy that adds limits', () => {
  const container = `Object.spec.containers{name: "${balloon.container}", resources: Object.spec.containers.resources{`
  const expression = `Object{spec: Object.spec{containers: [${container}limits: {"cpu": "1500m"}}}]}}`

  async function addLimits(operations: readonly string[], resources: readonly string[]): Promise<void> {
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations, resources }
    const [apiVersion, metadata] = ['admissionregistration.k8s.io/v1', { name }]
    const { key, value } = balloon.podLabel
    const policy = {
      ...{ failurePolicy: 'Fail', reinvocationPolicy: 'Never' },
      matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { [key]: value } } },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
    }
    await applyObjects([
      { apiVersion, kind: 'MutatingAdmissionPolicy', metadata, spec: policy },
      { apiVersion, kind: 'MutatingAdmissionPolicyBinding', metadata, spec: { policyName: name } },
    ])
  }

  const limitsOf = async (): Promise<unknown> =>
    ((await balloonOf('node-a')).spec.containers[0].resources as { limits?: unknown }).limits

  /** A policy, and its absence, are in force a moment later: one balloon after the other is made until it is so. */
  const untilBornWith = (limits: unknown) =>
    until(async () => {
      await deleteBalloon((await balloonOf('node-a')).metadata.name)
      await until(async () => (await balloonPods()).length === 2, 'no new balloon')
      return JSON.stringify(await limitsOf()) === JSON.stringify(limits)
    }, 'the policy is not in force')

  afterEach(async () => {
    await kubectl(['delete', 'mutatingadmissionpolicybinding,mutatingadmissionpolicy', name])
    await untilBornWith(undefined)
    await replaceBalloon('node-a')
  })

  test('to new balloons makes them not resizable, which is said before anything is asked', async () => {
    await addLimits(['CREATE'], ['pods'])
    await untilBornWith({ cpu: '1500m' })
    await until(async () => (await sizeOf('node-a')).state === 'NotResizable', 'it counts as resizable')
    const before = footprint(await balloonOf('node-a'))
    const ran = await nodesize(setHalf)
    expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining('cpu limit') })
    expect(ran.stderr).toContain('hint: remove what adds it (a LimitRange or a webhook)')
    expect(footprint(await balloonOf('node-a'))).toEqual(before)
  })

  test('to balloons that are resized is reported with the size that was set', async () => {
    await addLimits(['UPDATE'], ['pods/resize'])
    let ran = await nodesize(setHalf)
    await until(async () => {
      if ((await limitsOf()) !== undefined) return true
      // A reset could be the first to get the limits.
      await replaceBalloon('node-a')
      ran = await nodesize(setHalf)
      return false
    }, 'the policy is not in force')
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
    expect(ran.stderr).toMatch(/^warning: .*cpu limit/m)
    expect((await sizeOf('node-a')).size.cpu).toBe(await cpuShare('node-a', 50n))
    expect(requestsOf(await balloonOf('node-a')).cpu).not.toBe('1m')
  })
})
