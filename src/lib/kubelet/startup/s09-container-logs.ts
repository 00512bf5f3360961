import { plainInteger } from '../grammar/plain-quantity.ts'
import { quote } from '../model/quote.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
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
      ...unless(plainInteger(config.text(size)) !== undefined, () => ({ subject: size, ...flawOf(config.text(size)) })),
      ...unless(config.isAtLeast('1.33') || config.int(files) > 1n, () => ({
        ...placeOf(config, files),
        subject: files,
        message: `${config.int(files)} must be 2 or greater`,
      })),
    ],
  },
]

/** MB is written M, and KB is written k. */
function flawOf(text: string): Pick<Problem, 'message' | 'remedy'> {
  const [, number, unit = ''] = /^(\d+)([kMGTP]i?B)$/i.exec(text) ?? []
  const letter = unit.charAt(0).toUpperCase()
  if (number === undefined)
    return { message: `${quote(text)} must be a whole number of bytes in the supported range, such as 10Mi` }
  return {
    message: `${quote(text)} has the unit ${unit}, which quantities do not have`,
    remedy: `write ${number}${letter === 'K' ? 'k' : letter} or ${number}${letter}i`,
  }
}
