import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure } from './attempt.ts'
import { serving } from './routes.ts'
import { emptyCluster } from './stored-document.ts'

const secret = 'sesame-open-4711'
const user = `users: [{name: u, user: {token: ${secret}}}]\n`

describe('a kubeconfig that cannot be used is a usage error, and its secrets stay in it', () => {
  test.concurrent.each([
    [
      'has a token that breaks the YAML',
      `users:\n- name: u\n  user:\n    token: "${secret}\n`,
      /^error: kubeconfig '\S+' is not YAML: /,
    ],
    ['is a list', `[${secret}]\n`, /^error: kubeconfig '\S+' is not a mapping$/],
    ['is empty', '', /^error: .*kubeconfig '\S+'/],
    ['names no current context', user, /^error: no current context in kubeconfig '\S+'$/],
    [
      'names a context that it does not have',
      `${user}current-context: c\n`,
      /^error: context 'c' is not in kubeconfig '\S+'$/,
    ],
    ['has a list of users that is none', `users: ${secret}\n`, /^error: kubeconfig '\S+': users is not a list$/],
  ])('one that %s', async (_name, content, says) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'bad-input-'))
    const path = join(folder.path, 'config')
    await writeFile(path, content)
    const ran = await attempt(`kubeletcfg list --kubeconfig ${path}`)
    expectFailure(ran, { exit: 2, says })
    expect(ran.stdout + ran.stderr).not.toContain(secret)
  })
})

describe('no kubeconfig at all', () => {
  test.concurrent.each([
    ['kubeletcfg list', {}, /^error: KUBECONFIG=\/nonexistent\/kubeconfig: no such file$/],
    ['nodesize get --kubeconfig /nonexistent/x', {}, /^error: kubeconfig '\/nonexistent\/x' does not exist$/],
    ['nodesize get --kubeconfig /', {}, /^error: kubeconfig '\/' cannot be read: it is a folder, not a file$/],
  ])('%s with %j', async (command, env, says) => {
    expectFailure(await attempt(command, { env }), { exit: 2, says })
  })
})

test.concurrent('an unknown context is refused with those that exist', async () => {
  await using server = await startApiServer(serving(emptyCluster))
  const ran = await attempt('kubeletcfg list --context tset', { env: { KUBECONFIG: await server.kubeconfig() } })
  expectFailure(ran, { exit: 2, says: /^error: context 'tset' is not in kubeconfig '\S+'$/ })
  expect(ran.stderr).toContain('hint: did you mean test?')
  expect(server.received).toEqual([])
})
