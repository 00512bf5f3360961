import { quote } from '../../kubelet/model/quote.ts'
import { type FactOf, message } from '../../message/message.ts'
import { maxBytes } from '../read/limits.ts'

/** Why a text has no canonical form. */
export type FormatFact =
  | FactOf<typeof MeaningWouldChange>
  | FactOf<typeof TooLargeWithoutAliases>
  | FactOf<typeof ConfigurationInQuotes>
  | FactOf<typeof ConfigurationShared>

export const MeaningWouldChange = message('MeaningWouldChange', () => ({
  said: 'cannot be formatted without changing its meaning',
  hints: ['rewrite what is unusual in it: escapes in quantities, duplicate keys'],
}))

export const TooLargeWithoutAliases = message(
  'TooLargeWithoutAliases',
  () => `would be larger than ${maxBytes / 2 ** 20} MiB with its aliases expanded`,
)

/** A document in quotes has no lines of its own. */
export const ConfigurationInQuotes = message(
  'ConfigurationInQuotes',
  ({ line, key, isJson }: { line: number; key: string; isJson: boolean }) => {
    const name = quote(key).slice(1, -1)
    const where = isJson ? `write the file in YAML, and put it below ${name}: |` : `put it below ${name}: |`
    return `the KubeletConfiguration in line ${line} is in quotes: ${where}`
  },
)

/** An alias uses it for another key. */
export const ConfigurationShared = message(
  'ConfigurationShared',
  ({ line }: { line: number }) =>
    `the KubeletConfiguration in line ${line} is also the value of another key, by an alias: write the alias out`,
)
