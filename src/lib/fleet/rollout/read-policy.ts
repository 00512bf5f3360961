import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { RolloutPolicy } from '../../rollouts/policy.ts'
import { decodePolicy } from '../../rollouts/policy-file.ts'
import { PolicyFileRefused, PolicyUnreadable, type RolloutPolicyProblem } from '../../rollouts/policy-file-messages.ts'
import { readDocument } from '../../yaml/read/read.ts'

interface PolicyInput {
  readonly file: string
  readonly bytes: Uint8Array
}

/** A policy from a file. Throws Failure 'invalid' with all problems of it. */
export async function readPolicy({ file, bytes }: PolicyInput): Promise<RolloutPolicy> {
  const reading = await readDocument(bytes)
  const [first] = reading.findings
  if (reading.outcome === 'unreadable' || first !== undefined) {
    const subject = fileSubject(file, first)
    return refuse(file, [PolicyUnreadable({ subject, text: first?.message ?? 'it cannot be read' })])
  }
  const { policy, problems } = decodePolicy(reading.tree, file)
  return problems.length > 0 ? refuse(file, problems) : policy
}

function refuse(file: string, problems: readonly RolloutPolicyProblem[]): never {
  throw new Failure('invalid', PolicyFileRefused({ subject: fileSubject(file), problems }))
}
