import { join, relative } from 'node:path'
import { isOfPart, partVariable, thirds } from '../part.ts'

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
  'agent/daemon-set',
  'stories/control-plane',
  'nodesize/reconcile-deployment',
  'agent/follow',
  'clocks/steps',
  'changes/changes',
  'stories/hurtful',
  'agent/broken-surroundings',
  'scale/requests',
  'stories/shutdown',
  'admission/webhook',
  'rights/broken',
  'stories/failures',
  'agent/by-hand',
]

/** Longer ones, about one feature: of nine in a row, a part of all tests has one. */
export const seldom = [
  'stories/rollout-outages',
  'stories/rollout-gate',
  'stories/rollout-documents',
  'stories/rollout-controller',
  'stories/rollout-members',
  'stories/rollout-pods',
  'stories/rollout-probe',
  'stories/rollout',
  'gitops/gitops',
]

const folder = join(import.meta.dirname, '..')

/**
 * Whether a file is run; all are, unless only a part is asked for. Files do not take turns with the number that chooses among the cases
 * in them, or some cases would never have theirs.
 */
export function isFileOfPart(path: string, part: string | undefined = process.env[partVariable]): boolean {
  const name = relative(folder, path).replace(/\.test\.ts$/, '')
  const [index, seldomIndex] = [rotating.indexOf(name), seldom.indexOf(name)]
  const turn = part === undefined ? undefined : String(Math.floor(Number(part) / thirds))
  if (seldomIndex !== -1) return isOfPart(seldomIndex, turn, seldom.length)
  return index === -1 || isOfPart(index, turn, thirds)
}
