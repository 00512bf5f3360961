import { here, ofRelease } from '../model/message.ts'
import { quote } from '../model/quote.ts'
import type { Release } from '../model/releases.ts'
import { type Rule, unless } from './rule.ts'

const field = 'showHiddenMetricsForVersion'

const before = (release: Release): string => `1.${Number(release.slice(2)) - 1}`

/** Metrics that were deprecated in the previous release. */
export const hiddenMetricsRules: readonly Rule[] = [
  {
    id: 'V70',
    fields: [field],
    meaning: 'showHiddenMetricsForVersion must be empty or the release before that of the kubelet, such as 1.36.',
    source: 'staging/src/k8s.io/component-base/metrics/options.go, ValidateShowHiddenMetricsVersion',
    check: (config) => {
      const [version, wanted] = [config.text(field), before(config.release)]
      return unless(version === '' || version === wanted, () => ({
        subject: field,
        reason: 'FieldValueNotSupported',
        message: ofRelease`${quote(version)} must be '${wanted}' or empty in ${here(config.release)}`,
      }))
    },
  },
]
