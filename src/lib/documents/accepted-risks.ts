import { type Risk, risks } from '../kubelet/changes/disruption.ts'

/**
 * The value of the annotation for the risks that a push accepts: the digest of its document, a colon, and the risks. They
 * are bound to the meaning of the document, so that a later edit by another client does not inherit them.
 */
export const acceptedRisksText = (digest: string, accepted: readonly Risk[]): string =>
  `${digest}:${risks.filter((risk) => accepted.includes(risk)).join(',')}`

/**
 * The risks that were accepted for the document of this digest. None when the annotation is of another document, or when
 * it is not understood: any client may edit it.
 */
export function acceptedRisksIn(annotation: string | undefined, digest: string | undefined): readonly Risk[] {
  if (annotation === undefined || digest === undefined) return []
  const end = annotation.lastIndexOf(':')
  if (annotation.slice(0, Math.max(end, 0)) !== digest) return []
  const words = annotation.slice(end + 1).split(',')
  return risks.filter((risk) => words.includes(risk))
}
