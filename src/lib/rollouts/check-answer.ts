import * as v from 'valibot'
import {
  CheckAnswersStatus,
  CheckAnswerTooLong,
  type CheckFact,
  CheckFindsNothing,
  CheckHasNoData,
  CheckIsFalse,
  CheckNotAsked,
  CheckRedirects,
  CheckSays,
  CheckUnclear,
  CheckWarns,
} from './check-messages.ts'
import { type Check, type CheckAnswer, type NotPassed, type PrometheusCheck, tellsFalse } from './checks.ts'

/** What a program has answered over HTTP. */
export interface CheckReply {
  readonly status: number
  /** undefined: it is longer than that. */
  readonly body: string | undefined
}

/** Bytes of an answer that are read. */
export const longestAnswer = 65_536

/** Characters of what a program says that are kept. */
const longestText = 200

/** What a check has said. Only what is clear lets a rollout go on, or ends it: all else holds. */
export function answerOf(check: Check, reply: CheckReply): CheckAnswer {
  const { status, body } = reply
  const { name } = check
  if (status >= 300 && status < 400) return held(name, CheckRedirects({ status }))
  if (status < 200 || status > 299) return held(name, CheckAnswersStatus({ status, text: errorIn(body) }))
  if (body === undefined) return held(name, CheckAnswerTooLong({ most: longestAnswer }))
  return check.kind === 'url' ? ofUrl(name, body) : ofPrometheus(check, body)
}

export const held = (name: string, because: CheckFact): NotPassed => ({ name, says: 'hold', because })

/** Those that do not let a rollout go on, of all checks of its policy. */
export const notPassed = (
  checks: readonly Check[],
  answers: readonly CheckAnswer[] | undefined,
): readonly NotPassed[] =>
  checks.flatMap(({ name }) => {
    const answer = answers?.find((one) => one.name === name) ?? held(name, CheckNotAsked())
    return answer.says === 'go' ? [] : [answer]
  })

const resultSchema = v.object({ result: v.picklist(['go', 'hold', 'abort']), message: v.optional(v.string(), '') })

/** A page of a proxy that asks for a login is a 200, too: a text says go only as JSON. */
function ofUrl(name: string, body: string): CheckAnswer {
  if (body.trim() === '') return { name, says: 'go' }
  const read = v.safeParse(resultSchema, jsonOf(body))
  if (!read.success) return held(name, CheckUnclear({ expected: 'empty, nor {"result": "go"}, "hold" or "abort"' }))
  const { result, message } = read.output
  if (result === 'go') return { name, says: 'go' }
  return { name, says: result, because: CheckSays({ result, text: shortened(message) }) }
}

const value = v.tuple([v.number(), v.string()])
const querySchema = v.object({
  status: v.literal('success'),
  data: v.variant('resultType', [
    v.object({ resultType: v.literal('vector'), result: v.array(v.object({ value: v.optional(value) })) }),
    v.object({ resultType: v.literal('scalar'), result: value }),
  ]),
  warnings: v.optional(v.array(v.string()), []),
})

function ofPrometheus({ name, query, onFalse }: PrometheusCheck, body: string): CheckAnswer {
  const read = v.safeParse(querySchema, jsonOf(body))
  if (!read.success) return held(name, CheckUnclear({ expected: 'one of Prometheus, with samples of one time' }))
  const { data, warnings } = read.output
  const [warning] = warnings
  if (warning !== undefined) return held(name, CheckWarns({ text: shortened(warning) }))
  // A comparison without bool keeps the values of what it compares: a rate of 0 that is below 1 is a 0.
  if (data.resultType === 'vector' && !tellsFalse(query))
    return data.result.length > 0 ? { name, says: 'go' } : held(name, CheckFindsNothing())
  const values = data.resultType === 'scalar' ? [data.result] : data.result.map((sample) => sample.value)
  const truths = values.map((one) => (one === undefined ? Number.NaN : Number(one[1])))
  if (truths.length === 0 || truths.some(Number.isNaN)) return held(name, CheckHasNoData())
  return truths.includes(0) ? { name, says: onFalse, because: CheckIsFalse() } : { name, says: 'go' }
}

const errorSchema = v.object({ error: v.string() })

/** What Prometheus says about a query that it cannot answer. */
function errorIn(body: string | undefined): string {
  const read = v.safeParse(errorSchema, jsonOf(body ?? ''))
  return read.success ? shortened(read.output.error) : ''
}

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
