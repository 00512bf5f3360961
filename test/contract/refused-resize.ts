import { resizeCall } from './pods.ts'
import { expectRefusal } from './requests.ts'
import type { Subject } from './subject.ts'

export const nameOf = (path: string): string => path.split('/').at(-1) ?? ''

/** In a dry run, for admission takes a while to know what it has to look at. */
export async function eventuallyRefused(
  subject: Subject,
  path: string,
  cpu: string,
  refusal: Parameters<typeof expectRefusal>[1],
): Promise<void> {
  const call = { ...resizeCall(path, { cpu }), query: { dryRun: 'All' } }
  await subject.eventually(async () => expectRefusal(await subject.request(call), refusal))
}

export const forbidden = (path: string, text: string) => ({
  code: 403,
  reason: 'Forbidden',
  message: `pods "${nameOf(path)}" is forbidden: ${text}`,
})
