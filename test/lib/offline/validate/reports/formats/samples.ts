import { readFileSync } from 'node:fs'
import { newest, oldest } from '../../../../../../src/lib/kubelet/model/releases.ts'
import type { Validation } from '../../../../../../src/lib/offline/validate/validate.ts'
import { fileOf, header, named, unreadable } from '../../../read/inputs.ts'
import { validated } from '../printed.ts'

const vectors: Readonly<Record<string, { input: string }>> = JSON.parse(
  readFileSync(new URL('../../../../../data/vectors.json', import.meta.url), 'utf8'),
)
const documents = named(...Object.entries(vectors).map(([name, { input }]) => fileOf(name, input)))

const broken = `${header}maxpods: 5\nimageGCLowThresholdPercent: 90\n`
const configMap = `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n${broken.replaceAll(/^(?=.)/gm, '    ')}`
const kubeadm = `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n${broken}`

const oddNames: readonly string[] = [
  ...['', '-', '<stdin>', '/etc/kubelet x.yaml', '//a', 'C:\\a.yaml', 'a:b.yaml', 'a?b#c.yaml', '..%2f%', "a'(b)!*"],
  ...['# SKIP', '\\# TODO', 'not ok 1', 'a\n1..0\nBail out!', '--- ', ' ...', ']]></failure>', '&amp;"\'<>', '日本 😀'],
  ...['\u0000\u0007\u001b[31m', '\t\r\n', '\u0085\u2028\u2029', '\ud800', '\udc00a', '\ufffe\uffff\ufeff'],
  '{0} [x](y)',
]

/** Validations of all kinds, whose reports others must be able to read. */
export const samples: Readonly<Record<string, Validation>> = {
  'every vector': await validated(documents, [oldest, newest]),
  'every vector, leniently': await validated(documents, [newest], true),
  'odd names of files': await validated(named(...oddNames.map((name) => fileOf(name, broken))), [newest]),
  'odd names of keys': await validated(
    named(...oddNames.map((name) => fileOf('a', `${header}${JSON.stringify(name)}: ${JSON.stringify(name)}\n`))),
    [newest],
  ),
  'documents in others, and a file that cannot be read': await validated(
    named(
      ...[fileOf('map', configMap), fileOf('kubeadm', kubeadm), fileOf('several', `${header}---\n${broken}`)],
      unreadable('secret', 'FileForbidden'),
    ),
    [oldest, newest],
  ),
  'warnings, some of them ignored': await validated(
    named(
      fileOf('a', `${header}maxPods: 2 # kubeletcfg:ignore H07 {0} [one](pod)\nreadOnlyPort: 10255\n`),
      fileOf('b', `${header}maxPods: 2\n# kubeletcfg:ignore H07\n`),
    ),
    [oldest, newest],
  ),
  'nothing to find': await validated(named(fileOf('good.yaml', header)), [newest]),
  'nothing at all': { documents: [], releases: [newest], strict: false, passedOver: [], flags: [] },
}
