import { expect, test } from '@jest/globals'
import { readDocument } from '../../../src/lib/reading/read.ts'

test.each([
  [[0x61, 0x3a, 0x20, 0xe9, 0x0a], 'document is not UTF-8'],
  [[0xff, 0xfe, 0x61, 0x00], 'document is UTF-16, not UTF-8'],
  [[0xfe, 0xff, 0x00, 0x61], 'document is UTF-16, not UTF-8'],
  [[0xff], 'document is not UTF-8'],
])('what is not UTF-8: %j', async (bytes, message) => {
  const reading = await readDocument(Uint8Array.from(bytes))
  expect(reading).toMatchObject({ outcome: 'unreadable', findings: [{ rule: 'READ-UTF8', message }] })
})
