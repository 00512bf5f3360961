import { expect, test } from '@jest/globals'
import { ownNodePolicy } from '../../../../src/lib/agent/manifests/own-node-policy.ts'

const policy = ownNodePolicy('kube-system')

/** What a check says of a request for a Node. It is CEL, and in this check the same as JavaScript. */
function mayWrite(name: string, variables: { named: string; claimed: string }): boolean {
  const check = policy.checks.find(({ message }) => message === 'an agent changes its own Node only')
  return new Function('request', 'variables', `return ${check?.expression}`)({ name }, variables)
}

test.each([
  ['the Node of its ServiceAccount and of its token', 'a', { named: 'a', claimed: 'a' }, true],
  ['that of its ServiceAccount, with a token that is bound to none', 'a', { named: 'a', claimed: '' }, true],
  ['the Node of another one', 'b', { named: 'a', claimed: 'a' }, false],
  ['the Node of another one, with a token that is bound to none', 'b', { named: 'a', claimed: '' }, false],
  ['that of its token, which is not that of its ServiceAccount', 'b', { named: 'a', claimed: 'b' }, false],
  ['that of its ServiceAccount, with a token that is bound to another', 'a', { named: 'a', claimed: 'b' }, false],
  ['any, with the shared ServiceAccount and no node in the token', 'a', { named: '', claimed: '' }, false],
])('an agent writes to its own Node only: %s', (_, name, variables, allowed) => {
  expect(mayWrite(name, variables)).toBe(allowed)
})

test('the node of a token is read where the API server writes it', () => {
  const { expression } = policy.variables!.find(({ name }) => name === 'claimed')!
  expect(expression).toContain("request.userInfo.extra['authentication.kubernetes.io/node-name'][0]")
})
