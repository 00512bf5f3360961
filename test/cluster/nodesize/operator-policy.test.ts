import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { desired } from '../../../src/lib/names.ts'
import { type Answer, ask } from '../agent/token.ts'
import { tokenOf } from '../control-plane/users.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { until } from '../until.ts'
import { keepInstalled } from './installation.ts'

keepInstalled()

const user = 'viewer'
const [operator, resizer] = ['test-operator', 'test-resizer'] as const
const resizes = { apiGroups: [''], resources: ['pods/resize'], verbs: ['get', 'patch'] }

async function allow(rules: readonly object[]): Promise<void> {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  await applyObjects([{ apiVersion, kind: 'ClusterRole', metadata: { name: resizer }, rules }])
}
const bind = (name: string, role: string) =>
  kubectl(['create', 'clusterrolebinding', name, `--clusterrole=${role}`, `--user=${user}`])

beforeAll(async () => {
  await allow([resizes])
  await bind(resizer, resizer)
})
afterAll(async () => {
  await kubectl(['delete', 'clusterrolebinding', operator, resizer, '--ignore-not-found'])
  await kubectl(['delete', 'clusterrole', resizer])
})

/** A workload that is not a balloon, in a dry run: no kubelet learns of it. */
const resizeWorkload = (): Promise<Answer> =>
  ask(tokenOf(user), {
    method: 'PATCH',
    path: '/api/v1/namespaces/default/pods/standing-low-node-a/resize?dryRun=All',
    body: [{ op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '51m' }],
    contentType: 'application/json-patch+json',
  })

/** Rights and policies reach the API server a moment after they are written. */
async function untilAnswered(status: number): Promise<Answer> {
  let answer = await resizeWorkload()
  await until(async () => {
    answer = await resizeWorkload()
    return answer.status === status
  }, `a resize is answered with ${status}`)
  return answer
}

test('who resizes pods without the role of nodesize is not affected', async () => {
  await untilAnswered(200)
})

test('who has the role of nodesize resizes balloons only', async () => {
  await bind(operator, 'nodesize-operator')
  const { body } = await untilAnswered(403)
  expect(body.message).toMatch(
    /ValidatingAdmissionPolicy 'nodesize-operator' .* denied request: the role nodesize-operator is for balloons: to resize other pods, too, a user needs the verb resize on pods\.nodesize\.kubeletcfg\.dev/,
  )
})

const [store] = desired.configMaps
const changeStore = (body: object): Promise<Answer> =>
  ask(tokenOf(user), {
    ...{ method: 'PATCH', path: `/api/v1/namespaces/kube-system/configmaps/${store}`, body },
    contentType: 'application/merge-patch+json',
  })
const uid = '00000000-0000-4000-8000-000000000000'

describe('of the stores of sizes, who has the role of nodesize', () => {
  test('changes the data', async () => {
    for (const value of ['{}', null])
      expect(await changeStore({ data: { 'node-x': value } })).toMatchObject({ status: 200 })
  })

  test.each<readonly [what: string, body: object]>([
    ['make one immutable', { immutable: true }],
    ['add binary data', { binaryData: { x: 'eA==' } }],
    [
      'have one collected',
      { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid }] } },
    ],
    ['block its deletion', { metadata: { finalizers: ['x.example/y'] } }],
    ['hide one', { metadata: { labels: { [desired.label.key]: null } } }],
    ['annotate one', { metadata: { annotations: { a: 'b' } } }],
  ])('cannot %s', async (_, body) => {
    const answer = await changeStore(body)
    expect(answer).toMatchObject({ status: 403 })
    expect(answer.body.message).toContain("ValidatingAdmissionPolicy 'nodesize-sizes'")
  })
})

test('unless the other right is given by name', async () => {
  await allow([resizes, { apiGroups: ['nodesize.kubeletcfg.dev'], resources: ['pods'], verbs: ['resize'] }])
  await untilAnswered(200)
})
