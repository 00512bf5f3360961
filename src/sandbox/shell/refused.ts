import type { Answer } from '../interface/request.ts'

type Refusal = { readonly code: number; readonly reason: string; readonly message: string }

/** Answers a request before it reaches the simulated API server. Never leaves this folder. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.answer = statusOf(refusal)
  }
}

/** An answer with a metav1.Status. */
export const statusOf = ({ code, reason, message }: Refusal): Answer => ({
  kind: 'answer',
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
})
