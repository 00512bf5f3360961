import { expect } from '@jest/globals'
import type { Check, CheckAnswer } from '../../../../src/lib/rollouts/checks.ts'
import type { Checks } from '../../../../src/lib/rollouts/ports/checks.ts'

/** What the programs of the cases do, by the last part of their path. */
export const behaviours = {
  empty: { status: 204, body: '' },
  go: { status: 200, body: '{"result": "go"}' },
  hold: { status: 200, body: '{"result": "hold", "message": "tests\\n still run"}' },
  abort: { status: 200, body: '{"result": "abort", "message": "pods fail"}' },
  login: { status: 200, body: '<html>Log in</html>' },
  broken: { status: 500, body: 'x'.repeat(3_000_000) },
  huge: { status: 200, body: 'x'.repeat(3_000_000) },
  /** To `go`. */
  redirect: { status: 302, body: '' },
  'true/api/v1/query': { status: 200, body: scalar('1') },
  'false/api/v1/query': { status: 200, body: scalar('0') },
  'wrong/api/v1/query': { status: 400, body: '{"status": "error", "error": "parse error"}' },
} as const

function scalar(value: string): string {
  return JSON.stringify({ status: 'success', data: { resultType: 'scalar', result: [1, value] } })
}

/** Programs that behave so, also one at `silence` that never answers, and one at `stops` that stops within its body. */
export interface ChecksSubject extends AsyncDisposable {
  readonly checks: Checks
  /** Where `behaviours` are. */
  readonly url: string
  /** Where nobody listens. */
  readonly refusing: string
  /** Where somebody listens with a certificate that nobody knows. */
  readonly untrusted: string
  /** The paths that were asked, with what comes after them. */
  readonly paths: readonly string[]
  readonly deadlineMs: number
}

const limits = { signal: new AbortController().signal }

const urlCheck = (url: string, name = 'a'): Check => ({ kind: 'url', name, url })

const query = 'scalar(sum(errors{code=~"5.."})) < bool 1 + 1'
const prometheusCheck = (url: string): Check => ({ kind: 'prometheus', name: 'a', url, query, onFalse: 'abort' })

async function one(subject: ChecksSubject, check: Check): Promise<object> {
  const answers = await subject.checks.ask([check], limits)
  expect(answers).toHaveLength(1)
  return answers[0]!
}

const path = (expected: object, of: string) => ({
  name: `a program that answers as ${of}`,
  async run(subject: ChecksSubject) {
    expect(await one(subject, urlCheck(`${subject.url}/${of}`))).toMatchObject({ name: 'a', ...expected })
    expect(subject.paths).toEqual([`/${of}`])
  },
})

const held = (reason: string, more: object = {}) => ({ says: 'hold', because: { reason, ...more } })

export const checksCases: readonly { readonly name: string; run(subject: ChecksSubject): Promise<void> }[] = [
  path({ says: 'go' }, 'empty'),
  path({ says: 'go' }, 'go'),
  path(held('CheckSays', { text: 'tests still run' }), 'hold'),
  path({ says: 'abort', because: { reason: 'CheckSays', result: 'abort', text: 'pods fail' } }, 'abort'),
  path(held('CheckUnclear'), 'login'),
  path(held('CheckAnswersStatus', { status: 500, text: '' }), 'broken'),
  path(held('CheckAnswerTooLong', { most: 65_536 }), 'huge'),
  path(held('CheckRedirects', { status: 302 }), 'redirect'),
  path(held('CheckSilent'), 'silence'),
  path(held('CheckSilent'), 'stops'),
  {
    name: 'nobody who listens is a hold',
    async run(subject) {
      const answer = await one(subject, urlCheck(subject.refusing))
      expect(answer).toMatchObject(held('CheckUnreachable', { text: expect.stringContaining('ECONNREFUSED') }))
    },
  },
  {
    name: 'a certificate that nobody knows is a hold',
    async run(subject) {
      const answer = await one(subject, urlCheck(`${subject.untrusted}/go`))
      expect(answer).toMatchObject(held('CheckUnreachable', { text: expect.stringContaining('self-signed') }))
      expect(subject.paths).toEqual([])
    },
  },
  {
    name: 'a query reaches Prometheus below its path, as it is',
    async run(subject) {
      expect(await one(subject, prometheusCheck(`${subject.url}/true/`))).toEqual({ name: 'a', says: 'go' })
      const [asked] = subject.paths
      const url = new URL(asked!, subject.url)
      expect([url.pathname, url.searchParams.get('query')]).toEqual(['/true/api/v1/query', query])
    },
  },
  {
    name: 'a query that is false is what its check says, and one that is wrong a hold',
    async run(subject) {
      expect(await one(subject, prometheusCheck(`${subject.url}/false`))).toMatchObject({ says: 'abort' })
      const wrong = held('CheckAnswersStatus', { status: 400, text: 'parse error' })
      expect(await one(subject, prometheusCheck(`${subject.url}/wrong`))).toMatchObject(wrong)
    },
  },
  {
    name: 'all are asked at the same time, and answers are in the order of the checks',
    async run(subject) {
      const names = ['silence', 'go', 'silence', 'hold', 'silence']
      const checks = names.map((name, index) => urlCheck(`${subject.url}/${name}`, `${name}-${index}`))
      const begun = performance.now()
      const answers: readonly CheckAnswer[] = await subject.checks.ask(checks, limits)
      expect(performance.now() - begun).toBeLessThan(2.5 * subject.deadlineMs)
      expect(answers.map(({ name }) => name)).toEqual(checks.map(({ name }) => name))
      expect(answers.map(({ says }) => says)).toEqual(['hold', 'go', 'hold', 'hold', 'hold'])
    },
  },
  {
    name: 'no checks are no answers',
    async run({ checks }) {
      expect(await checks.ask([], limits)).toEqual([])
    },
  },
  {
    name: 'an abort ends it at once, before and while it asks',
    async run(subject) {
      const end = new AbortController()
      const begun = performance.now()
      const asked = subject.checks.ask([urlCheck(`${subject.url}/silence`)], { signal: end.signal })
      setTimeout(() => end.abort(new Error('stop')), 20)
      const interrupted = expect.objectContaining({ code: 'interrupted', fact: { reason: 'Interrupted' } })
      await expect(asked).rejects.toEqual(interrupted)
      await expect(subject.checks.ask([urlCheck(`${subject.url}/go`)], { signal: end.signal })).rejects.toEqual(
        interrupted,
      )
      expect(performance.now() - begun).toBeLessThan(subject.deadlineMs)
    },
  },
]
