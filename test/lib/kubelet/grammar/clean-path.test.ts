import { expect, test } from '@jest/globals'
import { cleanPath } from '../../../../src/lib/kubelet/grammar/clean-path.ts'

test.each([
  ['/', '/'],
  ['/var/log/pods', '/var/log/pods'],
  ['/var/log/pods/', '/var/log/pods'],
  ['//var///log', '/var/log'],
  ['/./var/./log/.', '/var/log'],
  ['/var/../log', '/log'],
  ['/../../var', '/var'],
  ['/var/..', '/'],
  ['/...', '/...'],
  ['/ ', '/ '],
])('%j is %j', (path, clean) => {
  expect(cleanPath(path)).toBe(clean)
})
