import { type FinalResults, Parser } from 'tap-parser'

/** What tap-parser has against a text, being strict; a test that failed is no problem, one that was skipped is. */
export function tapProblems(text: string): readonly string[] {
  const problems: string[] = []
  const parser = new Parser({ strict: true })
  parser.on('extra', (line: string) => problems.push(`not TAP: ${line}`))
  parser.on('complete', ({ count, plan, failures, skips, todos }: FinalResults) => {
    if (!plan.skipAll && plan.end !== count) problems.push(`tests: ${count}, planned: ${plan.end}`)
    problems.push(...failures.flatMap(({ tapError }) => tapError ?? []))
    problems.push(...[...skips, ...todos].map(({ fullname }) => `not run: ${fullname}`))
  })
  parser.end(text)
  return problems
}
