import { display } from '../../compare/display.ts'
import { expected } from '../../decode/expected-header.ts'
import { Effective } from '../../defaults/effective.ts'
import { emptyDocument } from '../../model/empty-document.ts'
import type { Release } from '../../model/releases.ts'
import { inFieldOrder } from '../../schema/field-order.ts'
import { configuration } from '../../schema/schema.ts'
import { type ProfileName, profiles, type Setting } from './profiles.ts'

/** The width of a comment, in characters. */
const width = 100

/** Fields that depend on the cluster. */
const ofCluster = [
  'These fields depend on your cluster; kubeadm uses these values. Uncomment the lines that you need.',
  'clusterDNS: [10.96.0.10]',
  'clusterDomain: cluster.local',
  'authentication: {x509: {clientCAFile: /etc/kubernetes/pki/ca.crt}}',
  'staticPodPath: /etc/kubernetes/manifests',
]

/** A small configuration to start from: each field has a comment with the reason and the default. */
export function starterDocument(release: Release, name: ProfileName): string {
  const { title, settings } = profiles[name]
  const defaults = new Effective(emptyDocument, release)
  const blocks = [
    [
      ...comment(`A starting configuration for kubelet ${release}: ${title}.`),
      ...comment('Describe a field: kubeletcfg explain FIELD. Validate this file: kubeletcfg validate FILE.'),
      ...Object.entries(expected).map(([key, value]) => `${key}: ${value}`),
    ],
    ...inFieldOrder<Setting>(settings, configuration, ({ field }) => field).map((setting) =>
      linesOf(setting, defaults),
    ),
    ofCluster.map((line) => `# ${line}`),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function linesOf({ field, value, why }: Setting, defaults: Effective): readonly string[] {
  const inDefaults = defaults.get(field)
  const replaced = inDefaults === undefined ? 'none' : display(inDefaults)
  return [...comment(why), `# Default: ${replaced}`, ...yamlOf(field, value)]
}

const yamlOf = (field: string, value: Setting['value']): readonly string[] =>
  typeof value === 'string'
    ? [`${field}: ${value}`]
    : [`${field}:`, ...Object.entries(value).map(([key, inner]) => `  ${key}: ${inner}`)]

/** Comment lines that fit the width; a longer word has its own line. */
function comment(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
