import { option } from '@oclif/core/flags'
import { riskyKinds } from '../../kubelet-changes/kind.ts'

/** Names the kinds of changes for which a restart is not enough, and that somebody has taken care of. */
export const acceptRisk = option({
  options: riskyKinds,
  summary: 'Go on although the change takes more than a restart; several by comma, or repeat it.',
  multiple: true,
  delimiter: ',',
  multipleNonGreedy: true,
})()
