import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { StderrProgress } from '../../../../src/lib/cli/terminal/progress.ts'
import { noStyle } from '../../../../src/lib/cli/terminal/style.ts'

const { isTTY } = process.stderr
let written: string[]

beforeEach(() => {
  jest.useFakeTimers()
  written = []
  process.stderr.isTTY = true
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
})
afterEach(() => {
  process.stderr.isTTY = isTTY
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const erase = '\r\u001b[2K'

test('shows an activity that takes long, with its latest text', () => {
  const progress = new StderrProgress({ quiet: false, style: noStyle })
  progress.doing('waiting: 0 of 3')
  jest.advanceTimersByTime(600)
  progress.doing('waiting: 1 of 3')
  jest.advanceTimersByTime(600)
  progress.doing('waiting: 2 of 3')
  progress.done()
  expect(written).toEqual(['waiting: 1 of 3 …', `${erase}waiting: 2 of 3 …`, erase])
})

test.each([
  ['what is done soon', true, false],
  ['what takes long without a terminal', false, false],
  ['what takes long when it is to be quiet', true, true],
])('shows nothing of %s', (what, terminal, quiet) => {
  process.stderr.isTTY = terminal
  const progress = new StderrProgress({ quiet, style: noStyle })
  progress.doing('waiting')
  jest.advanceTimersByTime(what.includes('soon') ? 900 : 5_000)
  progress.done()
  jest.advanceTimersByTime(5_000)
  expect(written).toEqual([])
})
