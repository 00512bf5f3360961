import { expect, test } from '@jest/globals'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'
import { Chance } from '../../../oracle/generate/chance.ts'
import { generate } from '../../../oracle/generate/document.ts'
import { formatted as formattedFile } from './formatted.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function fmt(text: string): Promise<string> {
  const formatted = await formattedFile(bytes(text))
  return formatted.outcome === 'text' ? formatted.text : JSON.stringify(formatted.findings)
}

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const clumsy = `# mine\nfailSwapOn: yes # c\n${header}`
const canonical = `${header}# mine\nfailSwapOn: true # c\n`
const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)
const configMap = (text: string, by = '    ', mark = '|'): string =>
  `# a ConfigMap\napiVersion:   v1\nkind: ConfigMap\nmetadata: {name:   x}\ndata:\n  kubelet: ${mark}\n${indented(text, by)}  other: |\n    a:   1\n`
const sharing = (text: string): string =>
  `${list(text).replace('data:', 'data: &x')}- apiVersion: v1\n  kind: ConfigMap\n  data: *x\n`
const atEnd = (text: string, by = '    '): string =>
  `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n${indented(text, by)}`
const twoKeys = (text: string): string => `${atEnd(text)}  a.yaml: |\n${indented(text, '    ')}`
const atLeft = (text: string): string => atEnd(text).replace('  kubelet: |', '  kubelet:\n  |')
const pod = 'apiVersion: v1\nkind:   Pod\n'
const list = (text: string): string =>
  `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data:\n    kubelet: |\n${indented(text, '      ')}`

test.each([
  ['a ConfigMap', configMap(clumsy), configMap(canonical)],
  ['indented otherwise', configMap(clumsy, '       '), configMap(canonical)],
  ['with a mark of its own', configMap(clumsy, '    ', '|+ # note'), configMap(canonical, '    ', '| # note')],
  ['folded', configMap(clumsy.replaceAll(/\n(?=.)/g, '\n\n'), '    ', '>'), configMap(canonical)],
  ['one that is canonical', configMap(canonical, '      '), configMap(canonical, '      ')],
  [
    'among others',
    `${pod}---\n${configMap(clumsy)}...\n---\n${pod}`,
    `${pod}---\n${configMap(canonical)}...\n---\n${pod}`,
  ],
  ['beside a document of its own', `${configMap(clumsy)}---\n${clumsy}`, `${configMap(canonical)}---\n${canonical}`],
  ['two', `${configMap(clumsy)}---\n${configMap(clumsy)}`, `${configMap(canonical)}---\n${configMap(canonical)}`],
  ['a List', list(clumsy), list(canonical)],
  ['of two ConfigMaps', sharing(clumsy), sharing(canonical)],
  ['windows line ends', configMap(clumsy).replaceAll('\n', '\r\n'), configMap(canonical)],
  ['at the end of the file', `${pod}---\n${atEnd(clumsy)}`.trimEnd(), `${pod}---\n${atEnd(canonical)}`],
  ['with a line of blanks', configMap(`${clumsy}  \n`), configMap(canonical)],
  ['above blank lines', `${atEnd(clumsy)}\n   \n  a: 1\n`, `${atEnd(canonical)}\n   \n  a: 1\n`],
  ['above wide blank lines', `${atEnd(clumsy, '       ')}      \n`, `${atEnd(canonical)}    \n`],
  ['right below its key', atLeft(clumsy), atLeft(canonical)],
  [
    'with another key',
    configMap(clumsy).replace('kubelet:', 'a.yaml:'),
    configMap(canonical).replace('kubelet:', 'a.yaml:'),
  ],
  ['with two keys', twoKeys(clumsy), twoKeys(canonical)],
  ['with another text', configMap('a:   1\n'), configMap('a:   1\n')],
])('%s', async (_what, text, expected) => {
  expect(await fmt(text)).toBe(expected)
  expect(await fmt(expected)).toBe(expected)
})

test('what cannot be read inside is told where it stands', async () => {
  expect(await formattedFile(bytes(configMap('a: [\n')))).toMatchObject({
    findings: [{ line: 7, rule: 'READ-SYNTAX' }],
  })
})

test.each([
  ['in quotes', `${pod}---\n${configMap('', '', JSON.stringify(clumsy))}`, { line: 9, isJson: false }],
  [
    'in JSON',
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data: { kubelet: clumsy } }),
    { line: 1, isJson: true },
  ],
])('%s, there are no lines to format', async (_what, text, place) => {
  const refusal = { code: 'refused', fact: { reason: 'ConfigurationInQuotes', key: 'kubelet', ...place } }
  await expect(formattedFile(bytes(text))).rejects.toMatchObject(refusal)
})

test.each([
  ['the alias is another key', `${atEnd(clumsy).replace('|', '&x |')}  other: *x\n`],
  ['the alias is the key', `${atEnd(clumsy).replace('kubelet: |', 'other: &x !!str # c\n    |')}  kubelet: *x\n`],
  ['the alias is above', `${atEnd(clumsy).replace('data:', 'data: &x')}other: *x\n`],
  ['a merge key has it', `${atEnd(clumsy).replace('data:', 'data: &x')}other: {<<: *x}\n`],
  ['an item of the List has it', `${list(clumsy).replace('data:', 'data: &x')}- other: *x\n`],
])('%s: the other one would change, too', async (_what, text) => {
  await expect(formattedFile(bytes(text))).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'ConfigurationShared', line: expect.any(Number) },
  })
})

/** What stands around a text in files that people keep, of which nothing may change. */
function around(seed: number): { readonly before: string; readonly after: string } {
  const chance = new Chance(seed)
  const others = [
    pod,
    'unit: |\n  [Service]\n     \n  \n',
    'a: {"a":1}\n',
    'a: [a:b, ?c]  # c\n',
    'a: >\n\n  b\n\nc: |+ # d\n  e\n\n',
    'a: "b\n  c"#d\n',
  ]
  const keys = [
    '',
    '  other: |\n    a:   1\n     \n',
    '  other: {"a":1}\n',
    '  # last\n',
    '\n  \n\n  other: >-\n     a\n',
  ]
  const document = (): string => chance.pick(others)
  const before = chance.once(2) ? `${document()}---\n` : '# a ConfigMap\n'
  const below = `${chance.pick(keys)}${chance.once(2) ? `...\n---\n${document()}` : ''}`
  return {
    before: `${before}apiVersion:   v1\nkind: ConfigMap\nmetadata: {name:   x,x: {"a":1}}\ndata:\n  kubelet: `,
    after: chance.once(2) ? below : below.replace(/\n*$/, ''),
  }
}

test('whatever is inside, all around stays', async () => {
  let formatted = 0
  for (let seed = 1; seed <= 100; seed++) {
    const text = new TextDecoder().decode(generate(seed))
    const alone = await formattedFile(bytes(text)).catch(() => undefined)
    const { before, after } = around(seed)
    const file = `${before}|\n${indented(text, '    ')}${after}`
    const { parts } = await readParts(bytes(file))
    if (alone?.outcome !== 'text' || (await parts[0]?.text()) !== text) continue
    formatted++
    const ends = seed % 3 === 0 ? '\r\n' : '\n'
    const result = await fmt(file.replaceAll('\n', ends))
    const same =
      text === alone.text ? file.replaceAll('\n', ends) : `${before}|\n${indented(alone.text, '    ')}${after}`
    expect({ seed, result }).toEqual({ seed, result: same })
  }
  expect(formatted).toBeGreaterThan(25)
})
