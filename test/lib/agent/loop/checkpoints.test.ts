import { beforeEach, expect, test } from '@jest/globals'
import { Checkpoints } from '../../../../src/lib/agent/loop/checkpoints.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { MemoryJournal } from './memory-journal.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const [old, newer] = [bytesOf('maxPods: 50'), bytesOf('maxPods: 60')]

let journal: MemoryJournal
let live: Uint8Array | undefined
let checkpoints: Checkpoints

beforeEach(() => {
  journal = new MemoryJournal()
  live = undefined
  checkpoints = new Checkpoints({ journal, live: { readBytes: async () => live } })
})

/** Of a document that was stored, and whose file is damaged now. */
async function damaged(document: Uint8Array): Promise<string> {
  const checkpoint = await journal.saveCheckpoint(document)
  journal.checkpoints.clear()
  return checkpoint
}

test('a damaged copy of what the kubelet runs with is made again from the live file (D2)', async () => {
  const checkpoint = await damaged(old)
  live = old
  expect(await checkpoints.read({ checkpoint })).toEqual(old)
  expect(journal.checkpoints.get(checkpoint)).toEqual(old)
})

test('a damaged copy of what is assigned is made again from what was read (D2)', async () => {
  await checkpoints.save('node', newer)
  const checkpoint = await damaged(newer)
  live = old
  expect(await checkpoints.read({ checkpoint })).toEqual(newer)
  expect(journal.checkpoints.get(checkpoint)).toEqual(newer)
})

test('nothing else takes its place', async () => {
  const checkpoint = await damaged(old)
  live = newer
  await checkpoints.save('global', newer)
  await expect(checkpoints.read({ checkpoint })).rejects.toMatchObject({ fact: { reason: 'CheckpointMissing' } })
})

const broken = new Failure('refused', { reason: 'FileNotReadable' })

test('a copy that the disk cannot read now is read elsewhere, or later (D2)', async () => {
  const checkpoint = await journal.saveCheckpoint(old)
  journal.readFailure = broken
  live = newer
  await expect(checkpoints.read({ checkpoint })).rejects.toBe(broken)
  live = old
  expect(await checkpoints.read({ checkpoint })).toEqual(old)
  live = newer
  journal.readFailure = undefined
  expect(await checkpoints.read({ checkpoint })).toEqual(old)
})

test('what is being stored is not deleted', async () => {
  const saving = checkpoints.save('node', newer)
  await checkpoints.keep([])
  await saving
  expect([...journal.checkpoints.values()]).toEqual([newer])
})
