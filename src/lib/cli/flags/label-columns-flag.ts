import { custom } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'

/** kubectl's flag; the values of several are one list. */
export const labelColumns = custom<readonly string[]>({
  char: 'L',
  summary: 'Labels to show as columns, with commas between them; may be repeated.',
  helpValue: 'LABELS',
  multiple: true,
  multipleNonGreedy: true,
  parse: async (text) => {
    const keys = text.split(',')
    if (keys.includes('')) throw usage('EmptyValue', `'${text}' has an empty label`, 'such as -L pool,zone')
    return keys
  },
})()
