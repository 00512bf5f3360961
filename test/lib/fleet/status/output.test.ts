import { expect, test } from '@jest/globals'
import { configText } from '../../../../src/lib/fleet/status/output.ts'

const written = { source: 'node', checkpoint: '1'.repeat(64), uid: 'u', resourceVersion: '1' } as const

test.each([
  [undefined, '-'],
  [{ source: 'local' } as const, 'local'],
  [{ ...written, digest: 'v1:sha256:9f86d081884c', revision: 7 }, 'node 7'],
  [{ ...written, digest: 'v1:sha256:9f86d081884c', revision: undefined }, 'node 9f86d081'],
  // Of a text that cannot be decoded.
  [{ ...written, digest: 'bytes:sha256:60303ae22b99', revision: undefined }, 'node 60303ae2'],
])('what a kubelet is assigned, %j, is shown as "%s"', (config, text) => {
  expect(configText(config)).toBe(text)
})
