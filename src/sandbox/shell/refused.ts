import type { Answer } from '../interface/request.ts'

type Refusal = { readonly code: number; readonly reason: string; readonly message: string }

/** Ends a request before it comes to the API server itself. Never leaves this folder. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.answer = statusOf(refusal)
  }
}

/** A Status, as metav1 has it. */
export const statusOf = ({ code, reason, message }: Refusal): Answer => ({
  kind: 'answer',
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
})
