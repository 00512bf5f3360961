import { boolean, custom, option } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'
import {
  type ColumnsFormat,
  listFormats,
  type Order,
  objectFormats,
  type TemplateFormat,
  templateNames,
} from './format-names.ts'

/** kubectl's formats that are not supported, and what to use instead. */
const instead: Readonly<Record<string, string>> = {
  'jsonpath-file': 'use -o jsonpath="$(cat FILE)"',
  'custom-columns-file': 'use -o custom-columns="$(cat FILE)"',
  'go-template': 'use -o jsonpath=TEMPLATE',
  'go-template-file': 'use -o jsonpath=TEMPLATE',
  template: 'use -o jsonpath=TEMPLATE',
}

/** The value of -o of a list. */
export type ListFormat = (typeof listFormats)[number] | TemplateFormat | ColumnsFormat
/** The value of -o of one object. */
export type ObjectFormat = (typeof objectFormats)[number] | TemplateFormat | ColumnsFormat

/** -o as outputFormat of flags.ts has it, with kubectl's templates, for commands that print a table. */
export const listOutput = custom<ListFormat>({
  char: 'o',
  summary: `Output format: ${allOf(listFormats)}.`,
  helpValue: 'FORMAT',
  default: 'table',
  defaultHelp: async () => 'table',
  parse: async (text) => parse(text, listFormats),
})()

/** The same for commands that print one object as text. */
export const objectOutput = custom<ObjectFormat>({
  char: 'o',
  summary: `Output format: ${allOf(objectFormats)}.`,
  helpValue: 'FORMAT',
  default: 'text',
  defaultHelp: async () => 'text',
  parse: async (text) => parse(text, objectFormats),
})()

function allOf(formats: readonly string[]): string {
  return [...formats, ...templateNames.map((name) => `${name}=…`)].join(', ')
}

/** For people; everything else is for scripts. */
export const isTable = (format: ListFormat): boolean => format === 'table' || format === 'wide'

async function parse<Format extends string>(text: string, formats: readonly Format[]) {
  const plain = formats.find((known) => known === text)
  if (plain !== undefined) return plain
  const [typed = '', template = ''] = text.split(/=(.*)/s)
  const name = templateNames.find((known) => known === typed)
  if (name !== undefined) return (await import('./template-format.ts')).parseFormat(name, template)
  const hints = [instead[typed]].filter((hint) => hint !== undefined)
  throw usage('UnknownFormat', `'${typed}' is not one of ${allOf(formats)}`, ...hints)
}

/** For templates and custom columns. */
export const templateFlags = {
  'no-headers': boolean({ summary: 'Omit the header line of tables and custom columns.' }),
  'allow-missing-template-keys': option({
    options: ['true', 'false'] as const,
    default: 'true' as const,
    summary: 'true: ignore missing fields in jsonpath templates; false: report them as errors.',
  })(),
}

export const listFlags = {
  ...templateFlags,
  'sort-by': custom<Order>({
    summary: 'Sort the items by a field of -o json, given as a JSONPath.',
    helpValue: 'PATH',
    parse: async (text) => (await import('./template-format.ts')).parseOrder(text),
  })(),
}
