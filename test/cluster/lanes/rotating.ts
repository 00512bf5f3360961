import { join, relative } from 'node:path'
import { isOfPart } from '../part.ts'

/** Long files with one story each: of three in a row, a part of all tests has one. */
export const rotating = [
  'nodesize/reconcile-restart',
  'nodesize/reconcile-frozen',
  'nodesize/reconcile-node-life',
  'nodesize/reconcile-killed',
  'nodesize/races',
  'nodesize/split',
  'agent/boot-order',
  'stories/many-changes',
  'changes/impacts',
  'stories/frozen',
  'scale/completion',
  'nodesize/reconcile-strangers',
  'agent/runtime-down',
]

const folder = join(import.meta.dirname, '..')

/** Whether a file is run; all are, unless only a part is asked for. */
export function isFileOfPart(path: string, part?: string): boolean {
  const index = rotating.indexOf(relative(folder, path).replace(/\.test\.ts$/, ''))
  return index === -1 || isOfPart(index, part)
}
