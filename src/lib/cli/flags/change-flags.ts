import { option } from '@oclif/core/flags'
import { risks } from '../../kubelet/changes/disruption.ts'

/** Names the disruptions beyond a restart that the operator has taken care of. */
export const acceptRisk = option({
  options: risks,
  summary: 'Accept what is more than a restart; may be repeated or comma-separated.',
  multiple: true,
  delimiter: ',',
  multipleNonGreedy: true,
})()
