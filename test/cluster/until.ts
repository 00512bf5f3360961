import { waitUntil } from './host/wait-until.ts'

const timeoutMs = 120_000

/** Asks again and again until the answer is yes; `otherwise` says what is wrong if it never is. */
export const until = (isSo: () => Promise<boolean>, otherwise: string): Promise<void> =>
  waitUntil(isSo, { otherwise, timeoutMs, signal: new AbortController().signal })

/** Whether it comes to be so in time. */
export const happens = (isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> =>
  waitUntil(isSo, { otherwise: '', timeoutMs: withinMs, signal: new AbortController().signal }).then(
    () => true,
    () => false,
  )
