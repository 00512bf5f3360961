import { plainInteger } from '../grammar/plain-quantity.ts'
import { quote } from '../model/quote.ts'
import { isAtLeast, type Problem, type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [size, files] = ['containerLogMaxSize', 'containerLogMaxFiles'] as const

/** Log files of containers. */
export const containerLogRules: readonly Rule[] = [
  {
    id: 'S09',
    fields: [size, files],
    meaning:
      'containerLogMaxSize must be a whole number of bytes, and (up to 1.32) containerLogMaxFiles must be 2 or ' +
      'greater.',
    source: 'pkg/kubelet/logs/container_log_manager.go, NewContainerLogManager',
    check: (config) => [
      ...unless(plainInteger(config.text(size)) !== undefined, () => ({
        subject: size,
        message: `${quote(config.text(size))} must be a whole number of bytes in the supported range, such as 10Mi`,
        ...remedyFor(config.text(size)),
      })),
      ...unless(isAtLeast(config, '1.33') || config.int(files) > 1n, () => ({
        ...placeOf(config, files),
        subject: files,
        message: `${config.int(files)} must be 2 or greater`,
      })),
    ],
  },
]

/** The value is a quantity of bytes without the unit: MB is written M, and KB is written k. */
function remedyFor(text: string): Pick<Problem, 'remedy'> {
  const [, number, letter = ''] = /^(\d+)([kMGTP])i?B$/i.exec(text) ?? []
  const unit = letter.toUpperCase()
  return number === undefined ? {} : { remedy: `write ${number}${unit === 'K' ? 'k' : unit} or ${number}${unit}i` }
}
