import { expect, test } from '@jest/globals'
import { chooseContext } from '../../../../src/lib/cluster/login/context.ts'
import type { Kubeconfig } from '../../../../src/lib/cluster/login/kubeconfig.ts'

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
  expect(chooseContext(config, {})).toEqual({ context: 'prod', cluster, user, userName: 'u' })
})

test('a context may have no user', () => {
  expect(chooseContext(config, { context: 'nobody' })).toEqual({ context: 'nobody', cluster, user: undefined })
})

test('cluster and user can be chosen without any context', () => {
  expect(chooseContext({ ...config, currentContext: undefined }, { cluster: 'c', user: 'u' })).toEqual({
    cluster,
    user,
    userName: 'u',
  })
})

test.each([
  [{ context: 'prud' }, { noun: 'context', name: 'prud', closest: 'prod' }],
  [
    { context: 'elsewhere' },
    { noun: 'context', name: 'elsewhere', closest: undefined, known: ['broken', 'nobody', 'prod', 'stranger'] },
  ],
  [{ context: 'broken' }, { noun: 'cluster', name: 'gone', known: ['c'] }],
  [{ context: 'stranger' }, { noun: 'user', name: 'gone', known: ['u'] }],
])('%o is a usage failure with what there is', (choice, expected) => {
  expect(failureOf(choice)).toMatchObject({
    code: 'usage',
    fact: { reason: 'KubeconfigEntryMissing', origin: '/config', ...expected },
  })
})

test('without a current context one has to be chosen', () => {
  expect(failureOf({}, { ...config, currentContext: undefined })).toMatchObject({
    code: 'usage',
    fact: { reason: 'NoCurrentContext', origin: '/config', known: ['broken', 'nobody', 'prod', 'stranger'] },
  })
})

function failureOf(choice: Parameters<typeof chooseContext>[1], from = config): unknown {
  try {
    return chooseContext(from, choice)
  } catch (error) {
    return error
  }
}
