import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { findKubeconfig } from '../../../../src/lib/cluster/login/kubeconfig-find.ts'

const { HOME, KUBECONFIG } = process.env
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  process.env['HOME'] = HOME
  if (KUBECONFIG === undefined) delete process.env['KUBECONFIG']
  else process.env['KUBECONFIG'] = KUBECONFIG
})

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const cluster = (name: string, server: string) => `{name: ${name}, cluster: {server: "${server}"}}`

describe('where it comes from', () => {
  test('a path is taken as it is', async () => {
    const path = await file('one', `clusters: [${cluster('c', 'https://one')}]`)
    expect((await findKubeconfig(path)).clusters.get('c')).toMatchObject({ server: 'https://one' })
  })

  test('of the files of KUBECONFIG the first word wins, and missing ones are passed over', async () => {
    const first = await file('first', `clusters: [${cluster('c', 'https://first')}]`)
    const second = await file(
      'second',
      `current-context: x\nclusters: [${cluster('c', 'https://second')}, ${cluster('d', 'https://d')}]`,
    )
    process.env['KUBECONFIG'] = [first, join(folder, 'none'), second].join(delimiter)
    const config = await findKubeconfig(undefined)
    expect([...config.clusters].map(([name, { server }]) => [name, server]).sort()).toEqual([
      ['c', 'https://first'],
      ['d', 'https://d'],
    ])
    expect(config).toMatchObject({ currentContext: 'x', origin: `${first}:${second}` })
  })

  test('nowhere is a usage failure that says what to set', async () => {
    delete process.env['KUBECONFIG']
    process.env['HOME'] = folder
    await expect(findKubeconfig(undefined)).rejects.toMatchObject({
      code: 'usage',
      fact: { reason: 'KubeconfigMissing' },
    })
  })

  test('a path without a file, or KUBECONFIG without any, is a usage failure that names it', async () => {
    const path = join(folder, 'none')
    await expect(findKubeconfig(path)).rejects.toMatchObject({
      code: 'usage',
      fact: { reason: 'KubeconfigMissing', path },
    })
    process.env['KUBECONFIG'] = path
    await expect(findKubeconfig(undefined)).rejects.toMatchObject({
      fact: { reason: 'KubeconfigMissing', variable: path },
    })
  })

  test('a folder cannot be read', async () => {
    await expect(findKubeconfig(folder)).rejects.toMatchObject({
      fact: { reason: 'KubeconfigUnreadable', path: folder, errorCode: 'EISDIR' },
    })
  })
})

describe('what is in it', () => {
  test('broken YAML is told by line, and nothing of it is shown', async () => {
    const path = await file('broken', 'users:\n- name: u\n  user: {token: "hush-hush\n')
    const failure = await findKubeconfig(path).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'usage',
      fact: { reason: 'KubeconfigNotYaml', path, line: expect.any(Number) },
    })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('hush')
  })

  test.each([
    ['a list', '[]', { where: [], expected: 'mapping' }],
    ['clusters that are text', 'clusters: hush', { where: [], field: 'clusters', expected: 'list' }],
    ['a cluster without a name', 'clusters: [{cluster: {}}]', { where: ['clusters[0]'], field: 'name' }],
    ['a cluster without a server', 'clusters: [{name: c}]', { where: ["cluster 'c'"], field: 'server' }],
    [
      'a token that is a number',
      'users: [{name: u, user: {token: 123}}]',
      { where: ["user 'u'"], field: 'token', expected: 'text' },
    ],
    [
      'a plugin without a command',
      'users: [{name: u, user: {exec: {}}}]',
      { where: ["user 'u'", 'exec'], field: 'command' },
    ],
    [
      'a flag that is text',
      'clusters: [{name: c, cluster: {server: s, insecure-skip-tls-verify: "yes"}}]',
      { where: ["cluster 'c'"], field: 'insecure-skip-tls-verify', expected: 'boolean' },
    ],
  ])('%s is told by place', async (_, text, { where, ...fact }) => {
    const path = await file('wrong', text)
    await expect(findKubeconfig(path)).rejects.toMatchObject({
      code: 'usage',
      fact: { ...fact, where: [path, ...where] },
    })
  })

  test('paths in it begin at its folder', async () => {
    const path = await file('paths', 'users: [{name: u, user: {tokenFile: t, client-certificate: c, client-key: /k}}]')
    expect((await findKubeconfig(path)).users.get('u')).toMatchObject({
      login: { kind: 'tokenFile', file: join(folder, 't') },
      certificate: { cert: { file: join(folder, 'c') }, key: { file: '/k' } },
    })
  })
})
