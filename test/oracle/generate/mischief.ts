import type { Chance } from './chance.ts'

type Mischief = (text: string, chance: Chance) => string

const insertions = [
  '\t',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u00a0',
  '\u0007',
  '\r',
  '\n',
  ' ',
  ':',
  '- ',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '#',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  '\ufffe',
  '\u{10ffff}',
  '---\n',
  '...\n',
]

const lineStart = (text: string, chance: Chance): number => {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return chance.pick(starts)
}

const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at)

const before =
  (...prefixes: readonly string[]): Mischief =>
  (text, chance) =>
    chance.pick(prefixes) + text

const after =
  (...suffixes: readonly string[]): Mischief =>
  (text, chance) =>
    text + chance.pick(suffixes)

/** What editors, templates and copying do to a text. */
export const mischiefs: readonly Mischief[] = [
  before(
    '\ufeff',
    '---\n',
    '--- \n',
    '---\n---\n',
    '%YAML 1.1\n---\n',
    '%YAML 1.2\n---\n',
    '%TAG ! tag:a,2000:\n---\n',
    '# c\n',
    '\n\n',
    ' ',
    '\t',
    '...\n',
    '--- # c\n',
    '%FOO\n---\n',
    '\ufeff---\n',
    '# c\n---\n',
    'null\n---\n',
    '{}\n---\n',
    '---\n\n---\n',
  ),
  after(
    '---\nmaxPods: 5\n',
    '...\n',
    '...\nfoo',
    '---\n{',
    '\u0000',
    ' ',
    '\n\n',
    '# c',
    '---',
    '--- ',
    '\ufeff',
    '---\n\u0000',
    '...\n---\na: b\n',
    '}',
    ']',
    '\t',
    '  x: 1\n',
  ),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => text.replaceAll('  ', '\t'),
  (text) => text.trimEnd(),
  (text) => text.replace(/^/gm, '  '),
  (text, chance) => text.slice(0, chance.below(text.length)),
  (text, chance) => insert(text, chance.below(text.length), chance.pick(insertions)),
  (text, chance) => insert(text, chance.below(text.length), chance.pick(insertions)),
  (text, chance) =>
    insert(
      text,
      lineStart(text, chance),
      chance.pick(['\t', ' ', '# c\n', '\n', '---\n', '...\n', '- ', '%a\n', '\u00a0', '  \n', ' #c\n', '? ']),
    ),
  (text, chance) => {
    const at = chance.below(text.length)
    return text.slice(0, at) + text.slice(at + 1)
  },
  (text, chance) => {
    const [from, to] = [lineStart(text, chance), lineStart(text, chance)]
    const line = text.slice(from, text.indexOf('\n', from) + 1)
    return insert(text, to, line)
  },
]
