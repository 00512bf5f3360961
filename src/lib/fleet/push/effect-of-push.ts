import type { ChangeForNodes, NodesInChange } from '../change/change-for-nodes.ts'
import type { PushStep } from './push-plan.ts'

/** Whether a kubelet would run something else. */
export function effectOf({ parts, comparedWith, changes }: ChangeForNodes, sameText: boolean): PushStep['effect'] {
  const isSame = sameText || (comparedWith !== undefined && changes.length === 0)
  const hasNone = ({ from, assessment }: NodesInChange): boolean =>
    from === 'stored' ? isSame : from !== 'own-files' && assessment?.changes.length === 0
  return (parts.length === 0 ? isSame : parts.every(hasNone)) ? 'none' : 'changes'
}
