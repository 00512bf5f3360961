import { option } from '@oclif/core/flags'
import { risks } from '../../kubelet-changes/disruption.ts'

/** Names the disruptions beyond a restart that the operator has taken care of. */
export const acceptRisk = option({
  options: risks,
  summary:
    'Continue although the change requires more than a restart. Separate several with commas, or repeat the flag.',
  multiple: true,
  delimiter: ',',
  multipleNonGreedy: true,
})()
