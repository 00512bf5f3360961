import { expect, test } from '@jest/globals'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'

test.each([
  [[0x61, 0x3a, 0x20, 0xe9, 0x0a], 'READ-UTF8', 'document is not UTF-8'],
  [[0xff, 0xfe, 0x61, 0x00], 'READ-UTF16', 'document is UTF-16, which a ConfigMap cannot hold'],
  [[0xfe, 0xff, 0x00, 0x61], 'READ-UTF16', 'document is UTF-16, which a ConfigMap cannot hold'],
  [[0xff], 'READ-UTF8', 'document is not UTF-8'],
])('what is not UTF-8: %j', async (bytes, rule, message) => {
  const reading = await readDocument(Uint8Array.from(bytes))
  expect(reading).toMatchObject({ outcome: 'unreadable', findings: [{ rule, message }] })
})
