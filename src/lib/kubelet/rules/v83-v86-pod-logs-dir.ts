import type { Effective } from '../defaults/effective.ts'
import { cleanPath } from '../grammar/clean-path.ts'
import { quote } from '../model/quote.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const field = 'podLogsDir'
const beyondAscii = /[\u0080-\uffff]/

/**
 * As the kubelet joins it to the directory of its file, which is not known here and assumed to be the root
 * (pkg/kubelet/kubeletconfig/configfiles).
 */
function pathOf(config: Effective): string {
  const path = config.text(field)
  return path === '' || path.startsWith('/') ? path : cleanPath(`/${path}`)
}

/** The directory for pod logs. */
export const podLogsDirRules: readonly Rule[] = [
  {
    id: 'V83',
    since: '1.30',
    fields: [field],
    meaning: 'podLogsDir must be set.',
    source: validation,
    unbreakable: 'if it is empty or not set, it is /var/log/pods',
    check: (config) =>
      unless(pathOf(config) !== '', () => ({ reason: 'FieldValueRequired', subject: field, message: 'must be set' })),
  },
  {
    id: 'V84',
    since: '1.30',
    fields: [field],
    meaning: 'podLogsDir must be an absolute path.',
    source: validation,
    unbreakable: 'a relative path is joined to the directory of the file',
    check: (config) => unless(pathOf(config).startsWith('/'), () => ({ subject: field, message: 'must be absolute' })),
  },
  {
    id: 'V85',
    since: '1.30',
    fields: [field],
    meaning: 'podLogsDir must be normalized, without ., .. and extra slashes.',
    source: validation,
    check: (config) => {
      const [path, clean] = [pathOf(config), cleanPath(pathOf(config))]
      return unless(path === clean, () => ({
        subject: field,
        message: `${quote(path)} must be normalized, without ., .. and extra slashes`,
        remedy: `write ${quote(clean)}`,
      }))
    },
  },
  {
    id: 'V86',
    since: '1.30',
    fields: [field],
    meaning: 'podLogsDir must contain only ASCII characters.',
    source: validation,
    check: (config) =>
      unless(!beyondAscii.test(pathOf(config)), () => ({
        subject: field,
        message: `${quote(config.text(field))} must contain only ASCII characters`,
      })),
  },
]
