import { header, maxPods } from './stored-document.ts'

const keys = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const unknown = (field: string): RegExp => new RegExp(`^3:1: error STRICT-UNKNOWN ${field}: unknown field in \\S+: `)

const levels = `${'['.repeat(1000)}${']'.repeat(1000)}`
const nineOf = (value: string): string => `[${Array(9).fill(value).join(', ')}]`
/** Each list has nine times the one before it, which makes 9^7 in the end. */
const bomb = ['b', 'c', 'd', 'e', 'f', 'g']
  .map((name, i) => `${name}: &${name} ${nineOf(`*${'abcdef'[i]}`)}\n`)
  .join('')

const wrongHeader = (name: string, { wanted, found }: { wanted: string; found: string }): string =>
  `error DECODE-KIND ${name} '${found}' must be ${wanted} (write ${name}: ${wanted})`
const wrongVersion = (found: string): string =>
  `1:13: ${wrongHeader('apiVersion', { wanted: 'kubelet.config.k8s.io/v1beta1', found })}`

export interface BadDocument {
  readonly content: string | Uint8Array
  /** The first finding, without the file. */
  readonly finding: string | RegExp
}

export const badDocuments: Readonly<Record<string, BadDocument>> = {
  'an empty file': {
    content: '',
    finding: '1:1: error READ-EMPTY document is empty (it needs at least apiVersion and kind)',
  },
  'a binary file': {
    content: Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0x02, 0xff),
    finding: '1:1: error READ-UTF8 document is not UTF-8 (save it as UTF-8)',
  },
  'a thousand levels of lists': {
    content: `${header}x: ${levels}\n`,
    finding: '3:104: error READ-DEPTH lists and mappings are nested deeper than 100 levels',
  },
  'an alias bomb': {
    content: `${header}a: &a ${nineOf('x')}\n${bomb}`,
    finding: /^\d+:\d+: error READ-ALIAS aliases expand to too many values \(write their values in full\)$/,
  },
  'two documents': {
    content: `${maxPods(10)}---\n${maxPods(20)}`,
    finding: /^5:1: error READ-DOCUMENTS the kubelet reads only the first YAML document: /,
  },
  'a tab as indentation': {
    content: `${header}evictionHard:\n\tmemory.available: 1Gi\n`,
    finding: '4:1: error READ-SYNTAX tab in the indentation: use spaces',
  },
  'JSON with comments': {
    content: '{\n  // for all nodes\n  "maxPods": 1\n}',
    finding: '2:3: error READ-SYNTAX JSON has no comments',
  },
  'another kind': {
    content: 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfig\n',
    finding: `2:7: ${wrongHeader('kind', { wanted: 'KubeletConfiguration', found: 'KubeletConfig' })}`,
  },
  v1alpha1: {
    content: header.replace('v1beta1', 'v1alpha1'),
    finding: wrongVersion('kubelet.config.k8s.io/v1alpha1'),
  },
  // Whoever compares each key with all others needs a quarter of a minute, and is killed.
  'sixty thousand keys': { content: `${header}x:\n${keys(60_000, (i) => `  k${i}: v\n`)}`, finding: unknown('x') },
  'twenty thousand fields': { content: `${header}${keys(20_000, (i) => `k${i}: v\n`)}`, finding: unknown('k0') },
}
