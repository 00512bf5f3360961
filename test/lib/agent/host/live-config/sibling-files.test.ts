import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { othersDigest } from '../../../../../src/lib/agent/host/live-config/sibling-files.ts'

test('what a kubelet reads beside the live file has a digest, which any change of it changes', async () => {
  const root = await mkdtemp(join(tmpdir(), 'beside-'))
  await using _gone = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  await mkdir(join(root, 'conf.d/below'), { recursive: true })
  const path = '/conf.d/90-kubeletcfg.conf'
  const now = () => othersDigest({ root, path, siblings: { config: '/config.yaml', folder: '/conf.d' } })
  const write = (name: string, text: string) => writeFile(join(root, name), text)
  const seen = [await now()]
  for (const [name, text] of [
    ['config.yaml', 'a'],
    ['conf.d/10.conf', 'a'],
    ['conf.d/10.conf', 'b'],
    ['conf.d/below/20.conf', 'b'],
  ] as const) {
    await write(name, text)
    seen.push(await now())
  }
  expect(new Set(seen).size).toBe(5)
  await write('conf.d/90-kubeletcfg.conf', 'ours')
  await write('conf.d/notes.txt', 'no drop-in')
  expect(await now()).toBe(seen.at(-1))
  await rm(join(root, 'conf.d'), { recursive: true })
  expect(await now()).toBe(seen[1])
})

test('a kubelet that reads nothing else has none', async () => {
  expect(await othersDigest({ root: '/', path: '/a', siblings: {} })).toBeUndefined()
  expect(await othersDigest({ root: '/', path: '/a', siblings: { folder: '/nope' } })).toBeUndefined()
})
