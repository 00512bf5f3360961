import { expect, test } from '@jest/globals'
import { formatBytes } from '../../../../src/lib/reading/format/format.ts'
import { readParts } from '../../../../src/lib/reading/read-parts.ts'
import { generate } from '../../../oracle/generate/document.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function fmt(text: string): Promise<string> {
  const formatted = await formatBytes(bytes(text))
  return formatted.outcome === 'text' ? formatted.text : JSON.stringify(formatted.findings)
}

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const clumsy = `# mine\nfailSwapOn: yes # c\n${header}`
const canonical = `${header}# mine\nfailSwapOn: true # c\n`
const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)
const configMap = (text: string, by = '    ', mark = '|'): string =>
  `# a ConfigMap\napiVersion:   v1\nkind: ConfigMap\nmetadata: {name:   x}\ndata:\n  kubelet: ${mark}\n${indented(text, by)}  other: |\n    a:   1\n`
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
  ['windows line ends', configMap(clumsy).replaceAll('\n', '\r\n'), configMap(canonical)],
  ['with another text', configMap('a:   1\n'), configMap('a:   1\n')],
])('%s', async (_what, text, expected) => {
  expect(await fmt(text)).toBe(expected)
  expect(await fmt(expected)).toBe(expected)
})

test('what cannot be read inside is told where it stands', async () => {
  expect(await formatBytes(bytes(configMap('a: [\n')))).toMatchObject({ findings: [{ line: 7, rule: 'READ-SYNTAX' }] })
})

test.each([
  ['in quotes', `${pod}---\n${configMap('', '', JSON.stringify(clumsy))}`],
  ['in JSON', JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data: { kubelet: clumsy } })],
])('%s, there are no lines to format', async (_what, text) => {
  await expect(formatBytes(bytes(text))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/in line \d+ is in quotes/),
  })
})

test('whatever is inside, all around stays', async () => {
  let formatted = 0
  for (let seed = 1; seed <= 200; seed++) {
    const text = new TextDecoder().decode(generate(seed))
    const alone = await formatBytes(bytes(text)).catch(() => undefined)
    const file = configMap(text)
    const { parts } = await readParts(bytes(file))
    if (alone?.outcome !== 'text' || (await parts[0]?.text()) !== text) continue
    formatted++
    const after = await fmt(file)
    expect({ seed, body: await (await readParts(bytes(after))).parts[0]?.text() }).toEqual({ seed, body: alone.text })
    expect(after.startsWith(file.slice(0, file.indexOf('kubelet:')))).toBe(true)
    expect(after.endsWith('  other: |\n    a:   1\n')).toBe(true)
  }
  expect(formatted).toBeGreaterThan(50)
})
