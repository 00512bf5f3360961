import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Tree } from '../../../../src/lib/kubelet/model/tree.ts'
import { locator } from '../../../../src/lib/yaml/read/locate.ts'
import { readPlainYaml } from '../../../../src/lib/yaml/read/plain-yaml.ts'
import { readYaml } from '../../../../src/lib/yaml/read/read-yaml.ts'
import { seeded } from '../../quantity/seeded.ts'

const vectors: Readonly<Record<string, { input: string }>> = JSON.parse(
  readFileSync(new URL('../../../data/vectors.json', import.meta.url), 'utf8'),
)

const plain = (text: string): Tree | undefined => readPlainYaml({ text, locate: locator(text) })

/** The tree by the yaml package, if it has nothing to say about it and there is nothing after it. */
async function byPackage(text: string): Promise<unknown> {
  const readings = Array.from(Iterator.from(await readYaml({ text, locate: locator(text) })))
  const [first] = readings
  return first?.outcome === 'tree' && first.findings.length === 0 && readings.length === 1 ? first.tree : readings
}

const usual = `# every node
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration   # größer

authentication:
  # nobody
  anonymous:
    enabled: false
  x509: {}
clusterDNS: [10.96.0.10, "fd00::a", 'x'] # both
enforceNodeAllocatable:
- pods
- 'system-reserved'
evictionHard:
    "memory.available": "5%"
    nodefs.available: 10%
maxPods: 0x10
port: 010
kubeAPIQPS: -1
tlsCertFile: /etc/a b.crt
registerWithTaints:
  - key: a.b/c
    value: ""
  -   effect: NoSchedule
      key: 'it: is'
syncFrequency: 1m0s
volumePluginDir: null
featureGates: {}
`

describe('what is usual', () => {
  test('is read, as the yaml package would', async () => {
    expect(plain(usual)).toEqual(await byPackage(usual))
  })

  test.each(['a: b', 'a:\n- b', 'a: []\n', '- a\n- b: c\n  d: e\n', 'a:   yes  \n', 'a: 1_0\n', 'a: b#c # d\n'])(
    '%j as well',
    async (text) => {
      expect(plain(text)).toEqual(await byPackage(text))
    },
  )
})

describe('what is not is left to the yaml package', () => {
  test.each([
    ...['', '# nothing\n', 'a\n', 'a: b: c\n', 'a: b\n  c\n', 'a: b\n  c: d\n', 'a:\n', 'a: # b\n', 'a: b\n- c\n'],
    ...[
      'a: &x b\n',
      'a: *x\n',
      'a: !!int 5\n',
      '<<: {a: b}\n',
      'a: {b: c}\n',
      'a: [[b]]\n',
      'a: [b,]\n',
      'a: [b: c]\n',
    ],
    ...['a: |\n  b\n', 'a: "b\\n"\n', "a: 'it''s'\n", 'a: "b\n  c"\n', '? a\n: b\n', 'a: .nan\n', 'on: b\n', '~: b\n'],
    ...[
      'a: b\n---\nc: d\n',
      'a: b\n...\n',
      '%YAML 1.1\n---\na: b\n',
      'a:\tb\n',
      'a:\n\tb: c\n',
      'a: b\r\n',
      '"a" : b\n',
    ],
    ...[
      'a:\n  b: c\n d: e\n',
      '  a: b\nc: d\n',
      '- a\n -b\n',
      '- - a\n',
      '- a\n  b: c\n',
      'a: "b" c\n',
      'a: @b\n',
      '5: a\n',
      'a: b\u00a0\n',
      'a: b\ufeff',
    ],
  ])('%j', (text) => {
    expect(plain(text)).toBeUndefined()
  })

  test('nesting that is refused', async () => {
    const nested = (levels: number): string => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:\n`).join('')
    const [deep, tooDeep] = [99, 100].map((levels) => `${nested(levels)}${' '.repeat(levels)}a: b\n`)
    expect(plain(deep!)).toEqual(await byPackage(deep!))
    expect(plain(tooDeep!)).toBeUndefined()
  })
})

test('agrees with the yaml package on all vectors that it reads', async () => {
  const texts = Object.values(vectors).map(({ input }) => input)
  const usual = texts.filter((text) => plain(text) !== undefined)
  expect(usual.length).toBeGreaterThan(200)
  for (const text of usual) expect({ text, tree: plain(text) }).toEqual({ text, tree: await byPackage(text) })
})

const parts = [
  ...[
    'a',
    'b.c',
    'on',
    '5',
    '"a"',
    "'a'",
    '- ',
    '-',
    ': ',
    ':',
    ' # c',
    '#',
    '  ',
    ' ',
    '\n',
    '\n  ',
    '\n- ',
    '\n    ',
  ],
  ...[
    '[a, b]',
    '[]',
    '{}',
    '{',
    ']',
    ',',
    '"',
    "'",
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '---',
    '...',
    'ü',
    '😀',
    '5%',
    '0x1F',
  ],
]

test('agrees with it on texts that chance has made of such', async () => {
  const below = seeded(5)
  const lines = usual.split('\n')
  const pick = <T>(some: readonly T[]): T => some[below(some.length)]!
  let read = 0
  for (let i = 0; i < 3_000; i++) {
    const some = Array.from({ length: 1 + below(6) }, () => pick(lines)).join('\n')
    const at = below(some.length + 1)
    const text = some.slice(0, at) + Array.from({ length: below(3) }, () => pick(parts)).join('') + some.slice(at)
    const tree = plain(text)
    if (tree === undefined) continue
    read++
    expect({ text, tree }).toEqual({ text, tree: await byPackage(text) })
  }
  expect(read).toBeGreaterThan(300)
})
