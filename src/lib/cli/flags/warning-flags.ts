import { custom, option } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'

/** What becomes of warnings. */
export const warningFlags = {
  strict: option({
    options: ['warnings'] as const,
    summary: 'Treat warnings as errors.',
    helpValue: 'warnings',
  })(),
  ignore: custom<string>({
    summary: 'Rules whose warnings are ignored; comments can do the same: docs/validate.md.',
    helpValue: 'RULE,...',
    multiple: true,
    delimiter: ',',
    multipleNonGreedy: true,
    parse: parseIgnored,
  })(),
}

/** A rule in any case. Rejects with Failure 'usage' for one whose findings are not all warnings. */
async function parseIgnored(text: string): Promise<string> {
  // The rules are loaded only for this flag.
  const { ignorable, isIgnorable } = await import('../../kubelet/check/ignorable.ts')
  const rule = text.toUpperCase()
  if (isIgnorable(rule)) return rule
  throw usage('InvalidRule', `'${text}' cannot be ignored`, `only warnings can be ignored: ${ignorable}`)
}
