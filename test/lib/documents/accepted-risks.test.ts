import { expect, test } from '@jest/globals'
import { acceptedRisksIn, acceptedRisksText } from '../../../src/lib/documents/accepted-risks.ts'

const digest = 'v1:sha256:aa'

test('what was accepted is read again, for the same document only', () => {
  const text = acceptedRisksText(digest, ['reboot', 'drain', 'drain'])
  expect(text).toBe('v1:sha256:aa:drain,reboot')
  expect(acceptedRisksIn(text, digest)).toEqual(['drain', 'reboot'])
  expect(acceptedRisksIn(text, 'v1:sha256:ab')).toEqual([])
  expect(acceptedRisksIn(text, undefined)).toEqual([])
})

test.each([
  ['no annotation', undefined],
  ['nothing', ''],
  ['risks without a digest', 'drain'],
  ['risks behind a colon only', ':drain'],
  ['a digest without risks', digest],
  ['a digest without risks, but with a colon', `${digest}:`],
  ['a risk that there is not', `${digest}:haste`],
  ['another spelling', `${digest}:Drain`],
  ['a digest that goes on', `${digest}a:drain`],
])('%s accepts nothing', (_, annotation) => {
  expect(acceptedRisksIn(annotation, digest)).toEqual([])
})

test('of several words, those that are risks count', () => {
  expect(acceptedRisksIn(`${digest}:haste,drain`, digest)).toEqual(['drain'])
})
