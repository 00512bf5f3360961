import { expect, test } from '@jest/globals'
import { answerOf, notPassed } from '../../../src/lib/rollouts/check-answer.ts'
import { type Check, isDecisive, type OnFalse, tellsFalse } from '../../../src/lib/rollouts/checks.ts'

const smoke: Check = { kind: 'url', name: 'smoke', url: 'https://ci.example' }

/** `go`, or what it says and why. */
function said(check: Check, status: number, body: string | undefined): string {
  const answer = answerOf(check, { status, body })
  return answer.says === 'go' ? 'go' : `${answer.says}: ${answer.because.reason}`
}

test.each([
  [200, '', 'go'],
  [204, '', 'go'],
  [200, ' \n', 'go'],
  [200, '{"result":"go"}', 'go'],
  [202, '{"result":"go","message":"fine","more":[1]}', 'go'],
  [200, '{"result":"hold"}', 'hold: CheckSays'],
  [200, '{"result":"abort","message":"5xx"}', 'abort: CheckSays'],
  [200, '{"result":"GO"}', 'hold: CheckUnclear'],
  [200, '{"result":"go","message":7}', 'hold: CheckUnclear'],
  [200, '{}', 'hold: CheckUnclear'],
  [200, 'null', 'hold: CheckUnclear'],
  [200, '"go"', 'hold: CheckUnclear'],
  [200, 'ok', 'hold: CheckUnclear'],
  [200, '{"result":"go"', 'hold: CheckUnclear'],
  [200, undefined, 'hold: CheckAnswerTooLong'],
  // Only a text says abort: gateways answer with any status.
  [301, '', 'hold: CheckRedirects'],
  [304, '{"result":"go"}', 'hold: CheckRedirects'],
  [401, '{"result":"go"}', 'hold: CheckAnswersStatus'],
  [404, '{"result":"abort"}', 'hold: CheckAnswersStatus'],
  [409, '', 'hold: CheckAnswersStatus'],
  [412, '', 'hold: CheckAnswersStatus'],
  [503, undefined, 'hold: CheckAnswersStatus'],
])('a URL that answers %s with %j: %s', (status, body, expected) => {
  expect(said(smoke, status, body)).toBe(expected)
})

const asks = (query: string, onFalse: OnFalse = 'hold'): Check => ({
  ...{ kind: 'prometheus', name: 'errors', url: 'https://prometheus.example', query, onFalse },
})
const vector = (...values: readonly string[]) => ({
  ...{ resultType: 'vector', result: values.map((value) => ({ metric: {}, value: [1.5, value] })) },
})
const scalar = (value: string) => ({ resultType: 'scalar', result: [1.5, value] })
const plain = asks('sum(errors) < 1')
const bool = asks('sum(errors) < bool 1')
const aborts = asks('sum(errors) < bool 1', 'abort')

test.each<[string, Check, object, string]>([
  ['a comparison with a sample', plain, vector('0.5'), 'go'],
  // Of what is compared, not of the comparison.
  ['a comparison with a sample that is 0', plain, vector('0'), 'go'],
  ['a comparison with several samples', plain, vector('0', '0.2'), 'go'],
  ['a comparison without one', plain, vector(), 'hold: CheckFindsNothing'],
  ['absent()', asks('absent(ALERTS{severity="page"})'), vector('1'), 'go'],
  ['absent() of what is there', asks('absent(ALERTS{severity="page"})'), vector(), 'hold: CheckFindsNothing'],
  ['bool that is true', bool, vector('1'), 'go'],
  ['bool that is false', bool, vector('0'), 'hold: CheckIsFalse'],
  ['bool that is false for one of several', bool, vector('1', '0'), 'hold: CheckIsFalse'],
  ['bool without data', bool, vector(), 'hold: CheckHasNoData'],
  ['bool that is false, with onFalse', aborts, vector('0'), 'abort: CheckIsFalse'],
  ['bool that is true, with onFalse', aborts, vector('1'), 'go'],
  ['bool without data, with onFalse', aborts, vector(), 'hold: CheckHasNoData'],
  ['a scalar that is true', bool, scalar('1'), 'go'],
  ['a scalar that is false', bool, scalar('0'), 'hold: CheckIsFalse'],
  ['a scalar that is false, with onFalse', aborts, scalar('0'), 'abort: CheckIsFalse'],
  ['a scalar that is no number', aborts, scalar('NaN'), 'hold: CheckHasNoData'],
  ['a range', plain, { resultType: 'matrix', result: [] }, 'hold: CheckUnclear'],
  ['a text', plain, { resultType: 'string', result: [1, 'x'] }, 'hold: CheckUnclear'],
  ['a sample that is none', plain, { resultType: 'vector', result: [{ value: 1 }] }, 'hold: CheckUnclear'],
  ['a histogram', plain, { resultType: 'vector', result: [{ metric: {}, histogram: [1, {}] }] }, 'go'],
])('Prometheus, %s', (_, check, data, expected) => {
  expect(said(check, 200, JSON.stringify({ status: 'success', data }))).toBe(expected)
})

test.each([
  [200, JSON.stringify({ status: 'success', data: vector('1'), infos: ['counter'] }), 'go'],
  [200, JSON.stringify({ status: 'success', data: vector('1'), warnings: ['one store is down'] }), 'hold: CheckWarns'],
  [200, JSON.stringify({ status: 'error', data: vector('1') }), 'hold: CheckUnclear'],
  [200, JSON.stringify({ status: 'success' }), 'hold: CheckUnclear'],
  [200, '', 'hold: CheckUnclear'],
  [204, '', 'hold: CheckUnclear'],
  [200, '{"result":"go"}', 'hold: CheckUnclear'],
  [200, '<html>', 'hold: CheckUnclear'],
  [200, undefined, 'hold: CheckAnswerTooLong'],
  [302, '', 'hold: CheckRedirects'],
  [422, '{"status":"error","error":"many\\nmatches"}', 'hold: CheckAnswersStatus'],
])('Prometheus that answers %s with %s: %s', (status, body, expected) => {
  expect(said(plain, status, body)).toBe(expected)
})

test('what a program says is kept on one line, and not all of it', () => {
  const body = JSON.stringify({ error: `many\n  ${'x'.repeat(300)}` })
  expect(answerOf(plain, { status: 422, body })).toMatchObject({ because: { text: `many ${'x'.repeat(195)}` } })
})

test.each([
  ['sum(rate(http_requests_total{code=~"5.."}[5m])) < 1', true, false],
  ['sum(errors) <= bool 1', true, true],
  ['sum(errors)<bool(1)', true, true],
  ['a == b', true, false],
  ['a != bool b', true, true],
  ['a >=\n bool on (job) b', true, true],
  ['absent(ALERTS)', true, false],
  ['absent_over_time(up[5m])', true, false],
  ['sum(rate(errors[5m]))', false, false],
  ['errors{code!="200", path="a<b"}', false, false],
  ["label_replace(up, 'a', '==', 'b', '.*')", false, false],
  ['up # == 1', false, false],
  ['up{a="# \\" {"} > 0', true, false],
  ['a == "< bool"', true, false],
  ['is_absent_sum', false, false],
])('%s decides something: %s, and tells false: %s', (query, decides, tells) => {
  expect([isDecisive(query), tellsFalse(query)]).toEqual([decides, tells])
})

test('a check without an answer has to be asked, and one that is not in the policy does not count', () => {
  const answers = [
    { name: 'other', says: 'abort', because: { reason: 'CheckIsFalse' } },
    { name: 'errors', says: 'go' },
  ] as const
  expect(notPassed([smoke, plain], answers)).toEqual([
    { name: 'smoke', says: 'hold', because: { reason: 'CheckNotAsked' } },
  ])
  expect(notPassed([smoke], undefined)).toHaveLength(1)
  expect(notPassed([], undefined)).toEqual([])
})
