import { afterEach, expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { image, keepInstalled } from './installation.ts'

keepInstalled()
const theirs = { 'test.kubeletcfg.dev/doctor': 'true' }
const namespace = 'kube-system'
const kinds = 'limitrange,resourcequota,poddisruptionbudget,mutatingadmissionpolicy,mutatingwebhookconfiguration'

afterEach(() => kubectl(['delete', kinds, `--namespace=${namespace}`, '--selector=test.kubeletcfg.dev/doctor']))

interface Diagnosis {
  readonly problems: readonly Finding[]
  readonly care: readonly Finding[]
  readonly works: readonly Finding[]
}

interface Finding {
  readonly reason: string
  readonly message: string
}

async function diagnose(...args: readonly string[]) {
  const { exit, stdout, stderr } = await nodesize(['doctor', ...args, '--output=json'])
  expect(stderr).toBe('')
  const { problems, care, works } = JSON.parse(stdout) as Diagnosis
  const [errors, cares, good] = [problems, care, works].map((all) => all.map(({ reason }) => reason))
  // All nodes of a test cluster run on this machine, and each offers all of it.
  const others = cares?.filter((reason) => reason !== 'HostExceeded')
  return { exit, errors, cares: others, good, all: [...problems, ...care, ...works] }
}

test('nothing bad is said of a healthy cluster, and a tiny resize is proven', async () => {
  const before = await balloonOf('node-a')
  const found = await diagnose('node-a', 'node-b', '--prove')
  expect(found).toMatchObject({ exit: 0, errors: [], cares: [] })
  expect(found.good).toEqual(
    expect.arrayContaining(['ServerResizes', 'ServerGates', 'ObjectsAsIntended', 'KubeletsResize', 'BalloonsReady']),
  )
  expect(found.good?.filter((reason) => reason === 'ResizeProven')).toHaveLength(2)
  const after = await balloonOf('node-a')
  expect([after.metadata.uid, requestsOf(after)]).toEqual([before.metadata.uid, least])
})

const metadata = { name: 'doctor-test', namespace, labels: theirs }
const clusterWide = { name: 'doctor-test', labels: theirs }
const admission = 'admissionregistration.k8s.io/v1'
const labels = { [balloon.podLabel.key]: balloon.podLabel.value }
const pods = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
/** Without a binding, the policy does nothing; the webhook matches only balloons that are created. */
const inTheWay = [
  {
    ...{ apiVersion: 'v1', kind: 'LimitRange', metadata },
    spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] },
  },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { 'requests.cpu': '400' } } },
  {
    ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata },
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  },
  {
    ...{ apiVersion: admission, kind: 'MutatingAdmissionPolicy', metadata: clusterWide },
    spec: {
      failurePolicy: 'Ignore',
      reinvocationPolicy: 'Never',
      matchConstraints: { resourceRules: [pods] },
      mutations: [
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{metadata: Object.metadata{}}' } },
      ],
    },
  },
  {
    ...{ apiVersion: admission, kind: 'MutatingWebhookConfiguration', metadata: clusterWide },
    webhooks: [
      {
        ...{ name: 'doctor.test.kubeletcfg.dev', failurePolicy: 'Ignore', sideEffects: 'None', timeoutSeconds: 1 },
        ...{ admissionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/' }, rules: [pods] },
        objectSelector: { matchLabels: labels },
      },
    ],
  },
]

test('what is in the way of balloons is found', async () => {
  await applyObjects(inTheWay)
  const { exit, errors, cares, all } = await diagnose()
  expect({ exit, errors }).toEqual({ exit: 5, errors: ['LimitRangeAddsLimits'] })
  expect(cares?.toSorted()).toEqual(['BudgetsDoNotProtect', 'PodsMutated', 'PodsMutated', 'QuotaCountsBalloons'])
  const injectors = all.filter(({ reason }) => reason === 'PodsMutated').map(({ message }) => message)
  expect(injectors.join('\n')).toContain('doctor.test.kubeletcfg.dev')
})

test('a PriorityClass that is gone, or has another value, is found; install creates it again', async () => {
  const { priorityClass } = balloon
  await kubectl(['delete', 'priorityclass', priorityClass])
  expect(await diagnose()).toMatchObject({ exit: 5, errors: ['ObjectMissing'] })
  await applyObjects([
    {
      ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 7, preemptionPolicy: 'Never' },
      metadata: { name: priorityClass, labels: { [balloon.ownerLabel.key]: balloon.ownerLabel.value } },
    },
  ])
  expect(await diagnose()).toMatchObject({ exit: 5, errors: ['PriorityClassDiffers'] })
  await kubectl(['delete', 'priorityclass', priorityClass])
  expect(await nodesize(['install', image])).toMatchObject({ exit: 0 })
  expect(await diagnose()).toMatchObject({ exit: 0, errors: [], cares: [] })
})

test('a node that was left cordoned, a pod that passes for a balloon, and no reconciler for a size', async () => {
  const until = new Date(0).toISOString()
  const mark = JSON.stringify({ by: 'jane', at: until, until })
  const labelled = `${balloon.podLabel.key}=${balloon.podLabel.value}`
  try {
    expect(await nodesize(['set', 'node-b', '--cpu=1500m'])).toMatchObject({ exit: 0 })
    await kubectl(['annotate', 'node', 'node-a', `${balloon.cordonAnnotation}=${mark}`])
    await kubectl(['label', 'pod', 'standing-low-node-a', labelled])
    const { exit, errors, cares } = await diagnose()
    expect({ exit, errors }).toEqual({ exit: 0, errors: [] })
    expect(cares).toEqual(['BalloonLabelSpoofed', 'NodesLeftCordoned', 'ReconcilerAbsent'])
  } finally {
    await kubectl(['label', 'pod', 'standing-low-node-a', `${balloon.podLabel.key}-`])
    await kubectl(['annotate', 'node', 'node-a', `${balloon.cordonAnnotation}-`])
  }
})
