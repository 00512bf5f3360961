import * as v from 'valibot'
import { type FailedCheck, optionalProbeChecks, type ProbeCheck } from './probe.ts'

/** What a kubelet keeps of the message of a container is 4096 bytes. */
const longestWhy = 200

/** A check that has failed, with as much of the reason as is kept. */
export const failedCheck = (check: ProbeCheck, why: string): FailedCheck => ({ check, why: why.slice(0, longestWhy) })

const schema = v.object({
  kind: v.literal('ProbeFindings'),
  failed: v.array(v.object({ check: v.picklist(optionalProbeChecks), why: v.string() })),
})

/** As the program in a probe writes it: the message of its container. */
export const findingsText = (failed: readonly FailedCheck[]): string =>
  JSON.stringify({
    kind: 'ProbeFindings',
    failed: failed.map(({ check, why }) => failedCheck(check, why)),
  })

/** undefined: another program has written it. */
export function readFindings(text: string): readonly FailedCheck[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = v.safeParse(schema, parsed)
  return read.success ? read.output.failed : undefined
}
