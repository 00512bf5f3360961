import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { findKubeconfig } from '../../../../src/lib/kube/login/kubeconfig-find.ts'

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
      suggestions: ['set KUBECONFIG or give --kubeconfig'],
    })
  })

  test('a path without a file, or KUBECONFIG without any, is a usage failure that names it', async () => {
    const path = join(folder, 'none')
    await expect(findKubeconfig(path)).rejects.toMatchObject({
      code: 'usage',
      message: `kubeconfig '${path}' does not exist`,
    })
    process.env['KUBECONFIG'] = path
    await expect(findKubeconfig(undefined)).rejects.toMatchObject({ message: `KUBECONFIG=${path}: no such file` })
  })

  test('a folder cannot be read', async () => {
    await expect(findKubeconfig(folder)).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be read: EISDIR$/),
    })
  })
})

describe('what is in it', () => {
  test('broken YAML is told by line, and nothing of it is shown', async () => {
    const path = await file('broken', 'users:\n- name: u\n  user: {token: "hush-hush\n')
    const failure = await findKubeconfig(path).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/is not YAML: [a-z ,]+ in line \d+$/),
    })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('hush')
  })

  test.each([
    ['a list', '[]', 'is not a mapping'],
    ['clusters that are text', 'clusters: hush', 'clusters is not a list'],
    ['a cluster without a name', 'clusters: [{cluster: {}}]', 'clusters[0]: name is missing'],
    ['a cluster without a server', 'clusters: [{name: c}]', "cluster 'c': server is missing"],
    ['a token that is a number', 'users: [{name: u, user: {token: 123}}]', "user 'u': token is not text"],
    ['a plugin without a command', 'users: [{name: u, user: {exec: {}}}]', "user 'u': exec: command is missing"],
    [
      'a flag that is text',
      'clusters: [{name: c, cluster: {server: s, insecure-skip-tls-verify: "yes"}}]',
      'true or false',
    ],
  ])('%s is told by place', async (_, text, message) => {
    const path = await file('wrong', text)
    await expect(findKubeconfig(path)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
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
