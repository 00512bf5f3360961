import { string as argument } from '@oclif/core/args'
import { kubernetesVersion, outputFormat } from '../../lib/cli/flags/flags.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { nearest } from '../../lib/cli/usage/nearest.ts'
import { flagNamed, nearestFlag } from '../../lib/kubelet/flags/parse-flags.ts'
import type { Release } from '../../lib/kubelet/model/releases.ts'
import { fieldTree } from '../../lib/kubelet/reference/explain/field-tree.ts'
import { isDocument } from '../../lib/kubelet/reference/explain/find-field.ts'
import { describeTree, treeData } from '../../lib/offline/explain/field-tree.ts'
import { renderExplanation } from '../../lib/offline/explain/output.ts'

export default class Explain extends BaseCommand {
  static override summary = 'Describe a field, a feature gate or a rule.'
  static override description = [
    'For a field: type, unit, defaults, values, feature gates, rules, replaced flag, and the steps that a change requires.',
    'For a feature gate: default and stage in each release, the gates that it needs, and what depends on it.',
    'For a rule, such as V13 or DECODE-TYPE: what it requires, in which releases, and its source in the kubelet.',
    'Without an argument: all fields.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> explain',
    '<%= config.bin %> explain imageGCLowThresholdPercent',
    '<%= config.bin %> explain registerWithTaints.effect --kubernetes-version 1.33',
    '<%= config.bin %> explain featureGates.MemoryQoS',
    '<%= config.bin %> explain V13',
    { description: 'The field that replaces a flag of the kubelet:', command: '<%= config.bin %> explain --max-pods' },
  ]
  static override args = {
    path: argument({
      description: 'Path of a field, such as authentication.webhook.cacheTTL, name of a feature gate, or ID of a rule.',
    }),
  }
  static override flags = { 'kubernetes-version': kubernetesVersion, output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Explain, this.argv.map(asPath))
    await this.printResult(flags.output, await resultOf(args.path, flags['kubernetes-version']))
  }
}

/**
 * A flag of the kubelet, or a similar word, stands for the field that replaces it; oclif would parse it as a flag of
 * this command.
 */
function asPath(word: string): string {
  const name = /^--([a-z-]+)/.exec(word)?.[1] ?? ''
  const ours = Object.keys({ ...Explain.flags, ...Explain.baseFlags })
  if (name === '' || ours.includes(name)) return word
  if (flagNamed(name) !== undefined) return name
  return nearest([name], ours).length === 0 && nearestFlag(name) !== undefined ? name : word
}

async function resultOf(path: string | undefined, release: Release) {
  if (path === undefined || isDocument(path)) {
    const rows = fieldTree(release)
    const data = { kubernetesVersion: release, items: treeData(rows) }
    return { kind: 'FieldList', data, text: () => describeTree(rows) }
  }
  const { explain } = await import('../../lib/offline/explain/explain.ts')
  return renderExplanation(explain(path, release))
}
