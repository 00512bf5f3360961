import { expect, test } from '@jest/globals'
import { chooseContext } from '../../../../src/lib/kube/login/context.ts'
import type { Kubeconfig } from '../../../../src/lib/kube/login/kubeconfig.ts'

const cluster = {
  server: 'https://c',
  authority: undefined,
  skipTlsVerify: false,
  tlsServerName: undefined,
  proxyUrl: undefined,
}
const user = { login: { kind: 'none' }, certificate: undefined, as: undefined, asUid: undefined, asGroups: [] } as const
const config: Kubeconfig = {
  origin: '/config',
  currentContext: 'prod',
  contexts: new Map([
    ['prod', { cluster: 'c', user: 'u' }],
    ['broken', { cluster: 'gone', user: 'u' }],
    ['stranger', { cluster: 'c', user: 'gone' }],
    ['nobody', { cluster: 'c', user: undefined }],
  ]),
  clusters: new Map([['c', cluster]]),
  users: new Map([['u', user]]),
}

test('without a choice the current context counts', () => {
  expect(chooseContext(config, {})).toEqual({ cluster, user })
})

test('a context may have no user', () => {
  expect(chooseContext(config, { context: 'nobody' })).toEqual({ cluster, user: undefined })
})

test('cluster and user can be chosen without any context', () => {
  expect(chooseContext({ ...config, currentContext: undefined }, { cluster: 'c', user: 'u' })).toEqual({
    cluster,
    user,
  })
})

test.each([
  [{ context: 'prud' }, "context 'prud' is not in kubeconfig '/config'", 'did you mean prod?'],
  [
    { context: 'elsewhere' },
    "context 'elsewhere' is not in kubeconfig '/config'",
    'it has: broken, nobody, prod, stranger',
  ],
  [{ context: 'broken' }, "cluster 'gone' is not in kubeconfig '/config'", 'it has: c'],
  [{ context: 'stranger' }, "user 'gone' is not in kubeconfig '/config'", 'it has: u'],
])('%j is a usage failure with what there is', (choice, message, suggestion) => {
  expect(() => chooseContext(config, choice)).toThrow(
    expect.objectContaining({ code: 'usage', message, suggestions: expect.arrayContaining([suggestion]) }),
  )
})

test('without a current context one has to be chosen', () => {
  expect(() => chooseContext({ ...config, currentContext: undefined }, {})).toThrow(
    "no current context in kubeconfig '/config'",
  )
})
