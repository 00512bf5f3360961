import type { Subject } from '../message/fact.ts'
import { document } from '../names.ts'
import type { Writers } from './stored-document.ts'

/** As kubectl names it. */
export const configMap = ({ name }: Subject): string => `configmap/${name}`

/** `last written by kubectl-edit at 2026-11-22T08:00:00Z, last pushed by jane (revision 3)`. */
export function writersText({ lastWrite, lastPush: { by, revision } }: Writers): string {
  const push = by === undefined ? undefined : `by ${by}${revision === undefined ? '' : ` (revision ${revision})`}`
  if (lastWrite === undefined) return push === undefined ? 'by an unknown client' : `last pushed ${push}`
  const at = `at ${lastWrite.at}`
  if (lastWrite.manager === document.fieldManager && push !== undefined) return `pushed ${push} ${at}`
  return `last written by ${lastWrite.manager} ${at}${push === undefined ? '' : `, last pushed ${push}`}`
}
