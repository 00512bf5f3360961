import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { compactTree } from '../../../../src/lib/kubelet/compare/compact.ts'
import type { Reading } from '../../../../src/lib/kubelet/model/reading.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'

const vectors: Readonly<Record<string, { input: string }>> = JSON.parse(
  readFileSync(new URL('../../../data/vectors.json', import.meta.url), 'utf8'),
)
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const cluster = '# for kubeadm\napiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

async function textOf(file: string): Promise<string | undefined> {
  const { parts } = await readParts(bytesOf(file))
  return parts[0]?.text()
}

describe('what a kubelet is given, to the letter', () => {
  const document = `# mine\n${header}# more\nmaxPods: 5   # five\n\n# the end\n`
  const crlf = document.replaceAll('\n', '\r\n')
  const oddQuotes = `${header}volumePluginDir: "\\'"\n`
  const inConfigMap = `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n    # mine\n\n    maxPods: 5   # five\n`

  test.each([
    ['a file of its own, whole', `\ufeff---\n${document}`, `\ufeff---\n${document}`],
    ['with a second one that no kubelet reads', `${document}---\nmaxPods: 6\n`, `${document}---\nmaxPods: 6\n`],
    ['behind another', `${cluster}---\n${document}`, document],
    ['between others', `\n---\n${cluster}---   \n${document}---\n${cluster}`, document],
    ['before another', `${document}---\n${cluster}`, document],
    ['with text behind the marker', `${cluster}--- # mine\n${header}`, `--- # mine\n${header}`],
    ['with an end of its own', `${cluster}...\n---\n${document}...\n---\n${cluster}`, `${document}...\n`],
    ['lines that end in CR LF', `${cluster}---\r\n${crlf}---\r\n${cluster}`, crlf],
    ['an escape that only go-yaml knows', `${cluster}---\n${oddQuotes}---\n${cluster}`, oddQuotes],
    [
      'a brace, which alone would be JSON',
      `${cluster}---\n{kind: KubeletConfiguration}\n`,
      '---\n{kind: KubeletConfiguration}\n',
    ],
    [
      'the same without a marker',
      `${cluster}...\n{kind: KubeletConfiguration}\n`,
      '---\n{kind: KubeletConfiguration}\n',
    ],
    ['in a ConfigMap', inConfigMap, '# mine\n\nmaxPods: 5   # five\n'],
    ['in quotes in a ConfigMap', inConfigMap.replace(/\|[\s\S]*/, '"a: 1\\nb: 2"'), 'a: 1\nb: 2'],
    ['a ConfigMap without text', inConfigMap.replace(/\|[\s\S]*/, '5'), undefined],
    ['a ConfigMap with bytes', inConfigMap.replace('data', 'binaryData').replace(/\|[\s\S]*/, 'YQ=='), undefined],
  ])('%s', async (_what, file, expected) => {
    expect(await textOf(file)).toBe(expected)
  })
})

/** What the kubelet gets to see, without the findings about what is around it. */
const shownBy = (reading: Reading | undefined): unknown =>
  reading?.outcome === 'tree' ? [reading.format, compactTree(reading.tree)] : reading?.findings[0]?.rule

test('what is taken out of a stream is read as it was there', async () => {
  const taken = Object.values(vectors).map(async ({ input }) => {
    const { parts } = await readParts(bytesOf(`${cluster}---\n${input}\n---\n${cluster}`))
    const [part] = parts
    if (parts.length !== 1 || part?.reading.outcome !== 'tree' || part.isWhole) return 'not one'
    const again = await readDocument(bytesOf((await part.text())!))
    expect({ input, shown: shownBy(again), findings: again.findings }).toEqual({
      input,
      shown: shownBy(part.reading),
      findings: [],
    })
    return 'one'
  })
  expect((await Promise.all(taken)).filter((found) => found === 'one').length).toBeGreaterThan(400)
})
