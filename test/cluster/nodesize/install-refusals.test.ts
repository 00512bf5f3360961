import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { image, ownObjects } from './installation.ts'
import { keepWorkloadsStanding } from './standing.ts'

keepWorkloadsStanding()

const namespace = 'balloons-refused'
const theirs = { 'test.kubeletcfg.dev/theirs': 'true' }
const kinds = 'daemonset,limitrange,resourcequota,priorityclass,clusterrole,clusterrolebinding'

beforeAll(() => kubectl(['create', 'namespace', namespace]))
afterEach(async () => {
  await kubectl(['delete', kinds, `--namespace=${namespace}`, '--selector=test.kubeletcfg.dev/theirs'])
})
afterAll(() => kubectl(['delete', 'namespace', namespace, '--wait=false']))

const named = (name: string) => ({ name, labels: theirs })
const inNamespace = (name: string) => ({ ...named(name), namespace })
const priorityClass = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: named('nodesize-balloon'),
  value: 7,
}
const podLabels = { app: 'theirs' }
const daemonSet = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: inNamespace('nodesize-balloon'),
  spec: {
    selector: { matchLabels: podLabels },
    template: {
      metadata: { labels: podLabels },
      spec: { nodeSelector: { nowhere: '' }, containers: [{ name: 'theirs', image: 'localhost/pause:1' }] },
    },
  },
}
const limitRange = (item: object) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: inNamespace('limits'),
  spec: { limits: [item] },
})
const quota = (hard: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: inNamespace('quota'),
  spec: { hard },
})

test.each<[string, object, string]>([
  ['a PriorityClass of our name', priorityClass, 'PriorityClass nodesize-balloon was not made by nodesize install'],
  ['a DaemonSet of our name', daemonSet, '/nodesize-balloon was not made by nodesize install'],
  [
    'a LimitRange with a default',
    limitRange({ type: 'Container', default: { cpu: '1' } }),
    'LimitRange balloons-refused/limits would add limits to balloons, which cannot be removed',
  ],
  [
    'a LimitRange with a maximum',
    limitRange({ type: 'Container', max: { memory: '1Gi' } }),
    'LimitRange balloons-refused/limits would add limits to balloons, which cannot be removed',
  ],
  [
    'a quota on limits',
    quota({ 'limits.cpu': '4' }),
    'ResourceQuota balloons-refused/quota requires limits.cpu, which balloons cannot have',
  ],
])('%s is in the way', async (_, obstacle, message) => {
  await applyObjects([obstacle])
  const ran = await nodesize(['install', image, `--namespace=${namespace}`])
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  expect(ran.stderr).toContain(message)
  expect(ran.stderr).toContain('nothing was changed')
  expect(await ownObjects()).toEqual([])
})

test('all that is in the way is named at once', async () => {
  await applyObjects([priorityClass, quota({ 'limits.cpu': '4' })])
  const ran = await nodesize(['install', image, `--namespace=${namespace}`])
  expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('error: nothing was changed: 2 problems') })
  expect(ran.stderr).toContain('ResourceQuota balloons-refused/quota requires')
  expect(ran.stderr).toContain('PriorityClass nodesize-balloon was not made by nodesize install')
})

test('a quota on requests is worth a warning', async () => {
  await applyObjects([quota({ 'requests.cpu': '400' })])
  const ran = await nodesize(['install', image, `--namespace=${namespace}`])
  await nodesize(['uninstall', '--yes', `--namespace=${namespace}`])
  expect(ran).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('ResourceQuota balloons-refused/quota counts balloons'),
  })
})

const verbs = ['create', 'patch'] as const
const rights = [
  ...['PriorityClass', 'ClusterRole', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].flatMap((kind) =>
    verbs.map((verb) => `${verb} a ${kind}`),
  ),
  ...['ConfigMap', 'DaemonSet'].flatMap((kind) => verbs.map((verb) => `${verb} a ${kind} in kube-system`)),
]

test('somebody who may only look is told each right that is missing', async () => {
  await applyObjects([
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: named('test-look'),
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: named('test-look'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'test-look' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }],
    },
  ])
  const ran = await nodesize(['install', image], { kubeconfig: await writeKubeconfig({ user: 'viewer' }) })
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  for (const right of rights) expect(ran.stderr).toContain(`you may not ${right}\n`)
})

test('somebody who may do nothing is told each right that is missing', async () => {
  const ran = await nodesize(['install', image], { kubeconfig: await writeKubeconfig({ user: 'nobody' }) })
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  for (const right of rights) expect(ran.stderr).toContain(`you may not ${right}\n`)
})
