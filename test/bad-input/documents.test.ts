import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure, expectNoStack } from './attempt.ts'
import { type BadDocument, badDocuments } from './bad-documents.ts'
import { serving, writesTo } from './routes.ts'
import { emptyCluster, maxPods } from './stored-document.ts'

const folderForOne = () => mkdtempDisposable(join(tmpdir(), 'bad-input-'))
const rows = Object.entries(badDocuments)
/** They fall where validate's do; a few show that they do so before anything is stored. */
const pushed = ['an empty file', 'an alias bomb', 'v1alpha1', 'twenty thousand fields']
const matching = (finding: BadDocument['finding']) =>
  typeof finding === 'string' ? finding : expect.stringMatching(finding)

describe('validate reports', () => {
  test.concurrent.each(rows)('%s', async (_name, { content, finding }) => {
    await using folder = await folderForOne()
    const path = join(folder.path, 'kubelet.yaml')
    await writeFile(path, content)
    const ran = await attempt(`kubeletcfg validate ${path}`)
    const [first = ''] = ran.stdout.split('\n')
    expect({ ...ran, stdout: first.replace(`${path}:`, '') }).toEqual({
      exit: 3,
      stdout: matching(finding),
      stderr: '',
    })
    expectNoStack(ran)
  })
})

describe('push --yes refuses', () => {
  test.concurrent.each(rows.filter(([name]) => pushed.includes(name)))(
    '%s, and stores nothing',
    async (_name, { content, finding }) => {
      await using folder = await folderForOne()
      await using server = await startApiServer(serving(emptyCluster))
      const path = join(folder.path, 'kubelet.yaml')
      await writeFile(path, content)
      const ran = await attempt(`kubeletcfg push -f ${path} --global --yes`, {
        env: { KUBECONFIG: await server.kubeconfig() },
      })
      expectFailure(ran, { exit: 3, says: /^error: \S+\/kubelet\.yaml: \d+ problems?( for kubelet \S+)?$/ })
      expect(ran.stderr.split('\n')[1]?.replace(`  ${path}:`, '')).toEqual(matching(finding))
      expect(writesTo(server)).toEqual([])
    },
  )
})

describe('what is no document at all', () => {
  test.concurrent.each([
    [
      'a folder of other files',
      import.meta.dirname,
      `error: ${import.meta.dirname}: folder has no *.yaml, *.yml or *.json file`,
    ],
    ['a file that does not exist', '/nonexistent/x.yaml', 'error: /nonexistent/x.yaml: no such file'],
    ['a path through a file', '/dev/null/x.yaml', 'error: /dev/null/x.yaml: no such file'],
    ['a file without end', '/dev/zero', 'error: /dev/zero: larger than 3 MiB, the limit of the API server'],
  ])('%s is refused before anybody is asked', async (_name, path, says) => {
    await using server = await startApiServer(serving(emptyCluster))
    const env = { KUBECONFIG: await server.kubeconfig() }
    expectFailure(await attempt(`kubeletcfg push -f ${path} --global --yes`, { env }), { exit: 3, says })
    expect(server.received).toEqual([])
  })
  test.concurrent('a symbolic link to itself is reported in words', async () => {
    await using folder = await folderForOne()
    const path = join(folder.path, 'loop.yaml')
    await symlink(path, path)
    const { exit, stdout } = await attempt(`kubeletcfg validate ${path}`)
    expect(exit).toBe(3)
    expect(stdout).toContain('cannot be read: too many symbolic links')
  })
  test.concurrent('a file above 3 MiB is not judged', async () => {
    await using folder = await folderForOne()
    const path = join(folder.path, 'kubelet.yaml')
    await writeFile(path, Buffer.alloc(3 * 1024 * 1024 + 1, '#'))
    expect(await attempt(`kubeletcfg validate ${path} --summary`)).toMatchObject({
      exit: 3,
      stdout: expect.stringMatching(
        `^${path}:1:1: error READ-SIZE document is larger than 3 MiB, .*\n${path}: not judged for kubelet 1.37\n1 document .*0 refused, 1 not judged; 1 error, `,
      ),
      stderr: '',
    })
  })
})

describe('what looks odd and is fine', () => {
  test.concurrent.each([
    ['a byte order mark', `\ufeff${maxPods(10)}`],
    ['lines that end in CR LF', maxPods(10).replaceAll('\n', '\r\n')],
  ])('%s', async (_name, input) => {
    const ran = await attempt('kubeletcfg validate -', { input })
    expect(ran).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^<stdin>: valid for kubelet \S+\n$/),
      stderr: '',
    })
  })
})
