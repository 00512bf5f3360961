import { describe, expect, test } from '@jest/globals'
import { serve } from '../../src/sandbox/shell/serve.ts'
import { ask } from './client.ts'
import { answer, StandIn } from './stand-in.ts'

describe('users', () => {
  const whoIs = async (headers: Record<string, string | string[]>) => {
    const cluster = new StandIn(({ user }) => answer(user))
    await using sandbox = await serve(cluster)
    const { status, body } = await ask(sandbox, '/api', { headers })
    return { status, body }
  }

  test.each([
    ['a user', { 'impersonate-user': 'jane' }, { name: 'jane', groups: ['system:authenticated'] }],
    [
      'a user with groups',
      { 'impersonate-user': 'jane', 'impersonate-group': ['ops', 'a, b'] },
      { name: 'jane', groups: ['ops', 'a, b', 'system:authenticated'] },
    ],
    [
      'a service account',
      { 'impersonate-user': 'system:serviceaccount:kube-system:agent' },
      {
        name: 'system:serviceaccount:kube-system:agent',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
      },
    ],
    [
      'nobody',
      { 'impersonate-user': 'system:anonymous' },
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
  ])('the admin may be %s', async (_, headers, user) => {
    expect(await whoIs(headers)).toEqual({ status: 200, body: user })
  })

  test('a token that nobody has is refused', async () => {
    expect(await whoIs({ authorization: 'Bearer wrong' })).toMatchObject({
      status: 401,
      body: { kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized', code: 401 },
    })
  })

  test('a group without a user is an error', async () => {
    expect(await whoIs({ 'impersonate-group': 'ops' })).toMatchObject({
      status: 500,
      body: { message: 'requested [{Group  ops }] without impersonating a user' },
    })
  })

  test('whoever has no token is anonymous, and can be nobody else', async () => {
    await using sandbox = await serve(new StandIn(({ user }) => answer(user)))
    expect(await ask(sandbox, '/api', { anonymous: true })).toMatchObject({
      body: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    })
    expect(await ask(sandbox, '/api', { anonymous: true, headers: { 'impersonate-user': 'jane' } })).toMatchObject({
      status: 403,
      body: {
        reason: 'Forbidden',
        message:
          'users "jane" is forbidden: User "system:anonymous" cannot impersonate resource "users" in API group "" at the cluster scope',
      },
    })
  })
})
