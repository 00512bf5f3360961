import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { foreignAuthority, writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { configuration, dump, globalName, nodeAName, push, removeDocuments } from './documents.ts'

const name = 'kubeletcfg-access-test'
const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name, namespace: 'kube-system' } }
const verbs = ['get', 'list']
const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }]
const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name })

const roles = [
  { ...rbac, kind: 'Role', rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }] },
  { ...rbac, kind: 'RoleBinding', subjects, roleRef: roleRef('Role') },
  { ...rbac, kind: 'ClusterRole', metadata: { name }, rules: [{ apiGroups: [''], resources: ['nodes'], verbs }] },
  { ...rbac, kind: 'ClusterRoleBinding', metadata: { name }, subjects, roleRef: roleRef('ClusterRole') },
]

let viewer: string
beforeAll(async () => {
  await applyObjects(roles)
  await push(configuration('maxPods: 50'), ['--global'])
  viewer = await writeKubeconfig({ user: 'viewer' })
})

afterAll(async () => {
  await removeDocuments()
  const kinds = 'role,rolebinding,clusterrole,clusterrolebinding'
  await kubectl(['delete', kinds, name, '--namespace=kube-system'])
})

test.each([
  ['list', ['list'], 0],
  ['get', ['get', '--global'], 0],
  ['source', ['source', 'node-a'], 0],
  ['diff', ['diff', '--filename=-', '--global'], 1],
  ['push --dry-run=client', ['push', '--filename=-', '--global', '--dry-run=client'], 0],
])('who may read may %s', async (_, args, code) => {
  const { exit } = await kubeletcfg(args, { kubeconfig: viewer, input: configuration('maxPods: 60') })
  expect(exit).toBe(code)
})

const forbidden = (verb: string, what: string): string =>
  `User "viewer" cannot ${verb} resource "configmaps" in API group "" in the namespace "kube-system"`.replace(
    'User',
    `${what} is forbidden: User`,
  )
const nameless = (target: string): string => `configmap/${target}: ${forbidden('create', 'configmaps')}`

test.each([
  ['update', ['push', '--filename=-', '--global', '--yes'], forbidden('patch', `configmaps "${globalName}"`)],
  ['create', ['push', '--filename=-', '--node=node-a', '--yes'], nameless(nodeAName)],
  ['try on the server', ['push', '--filename=-', '--node=node-a', '--dry-run=server'], nameless(nodeAName)],
  [
    'delete',
    ['delete', '--global', '--yes'],
    `configmap/${globalName} was not deleted, because its revision could not be recorded: ${forbidden('create', 'configmaps')}`,
  ],
])('who may only read may not %s, gets the words of the server, and writes nothing', async (_, args, text) => {
  const before = await dump()
  const { stdout, stderr, exit } = await kubeletcfg(args, { kubeconfig: viewer, input: configuration('maxPods: 60') })
  // The plan of a dry run.
  expect(stdout.replace(/^configmap\/\S+: create for 1 node\n(?: {2}.*\n)+$/, '')).toBe('')
  expect(exit).toBe(5)
  expect(stderr).toContain(`error: ${text}\nhint: `)
  expect(await dump()).toEqual(before)
})

test('--as asks the server about somebody else', async () => {
  expect(await kubeletcfg(['list', '--as=viewer'])).toMatchObject({ exit: 0 })
  const { stderr, exit } = await push(configuration('maxPods: 60'), ['--global', '--as=viewer'])
  expect(stderr).toContain('User "viewer" cannot patch')
  expect(exit).toBe(5)
})

const unusable: [string, () => Promise<string>, { code: number; text: string }][] = [
  [
    'a user without rights',
    () => writeKubeconfig({ user: 'nobody' }),
    { code: 5, text: 'is forbidden: User "nobody" cannot' },
  ],
  [
    'a token that is not known',
    () => writeKubeconfig({ token: 'expired' }),
    { code: 5, text: 'does not accept the credentials: Unauthorized' },
  ],
  [
    'a foreign authority',
    async () => writeKubeconfig({ certificateAuthority: await foreignAuthority() }),
    { code: 6, text: 'certificate' },
  ],
  [
    'a server that is not there',
    () => writeKubeconfig({ server: 'https://127.0.0.1:1' }),
    { code: 6, text: '127.0.0.1:1' },
  ],
  [
    'a context that is not there',
    () => writeKubeconfig({ currentContext: 'elsewhere' }),
    { code: 2, text: 'elsewhere' },
  ],
  ['a kubeconfig that is not there', async () => '/nowhere/config', { code: 2, text: '/nowhere/config' }],
]

test.each(unusable)('%s is reported, and is never taken for absence', async (_, kubeconfigOf, { code, text }) => {
  const kubeconfig = await kubeconfigOf()
  const input = configuration('maxPods: 60')
  const commands = [
    ['list'],
    ['source', 'node-a'],
    ['get', '--global'],
    ['delete', '--global', '--yes'],
    ['push', '--filename=-', '--global', '--yes'],
  ]
  const all = await Promise.all(commands.map((args) => kubeletcfg(args, { kubeconfig, input })))
  for (const { stdout, stderr, exit } of all) {
    expect({ stdout, exit }).toEqual({ stdout: '', exit: code })
    expect(stderr).toMatch(/^error: /)
    expect(stderr).toContain(text)
  }
})
