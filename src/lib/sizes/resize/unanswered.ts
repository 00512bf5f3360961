import type { Failure } from '../../message/failure.ts'

/** Whether the request may have been carried out all the same. */
export const isUnanswered = ({ code }: Failure): boolean =>
  code === 'unreachable' || code === 'timeout' || code === 'interrupted'
