import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '../../lib/cli/base-command.ts'
import { kubernetesVersion, outputFormat } from '../../lib/cli/flags.ts'
import { fieldTree } from '../../lib/config/explain/field-tree.ts'
import type { Release } from '../../lib/config/releases.ts'
import { describeField, fieldData } from '../../lib/render/explain-field.ts'
import { describeRule, ruleData } from '../../lib/render/explain-rule.ts'
import { describeTree, treeData } from '../../lib/render/field-tree.ts'

export default class Explain extends BaseCommand {
  static override summary = 'Say what a field is for, or what a rule demands.'
  static override description =
    'Of a field: type, unit, default per release, values, feature gates, rules, the flag that it replaces, and what it takes to change it on a node that runs pods. Of a rule, such as V13 or DECODE-TYPE: what it demands, of which releases, and where the kubelet has it. Without either: all fields.'
  static override examples = [
    '<%= config.bin %> explain',
    '<%= config.bin %> explain imageGCLowThresholdPercent',
    '<%= config.bin %> explain registerWithTaints.effect --kubernetes-version 1.33',
    '<%= config.bin %> explain V13',
  ]
  static override args = {
    path: argument({ description: 'Path of a field, such as authentication.webhook.cacheTTL, or id of a rule.' }),
  }
  static override flags = { 'kubernetes-version': kubernetesVersion, output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Explain)
    await this.printResult(flags.output, await resultOf(args.path, flags['kubernetes-version']))
  }
}

async function resultOf(path: string | undefined, release: Release) {
  if (path === undefined) {
    const rows = fieldTree(release)
    const data = { kubernetesVersion: release, items: treeData(rows) }
    return { kind: 'FieldList', data, text: () => describeTree(rows) }
  }
  const { explain } = await import('../../lib/flows/explain.ts')
  const explanation = explain(path, release)
  if (explanation.kind === 'field') {
    const { field } = explanation
    return { kind: 'FieldExplanation', data: fieldData(field), text: () => describeField(field) }
  }
  const { rule } = explanation
  return { kind: 'RuleExplanation', data: ruleData(rule), text: () => describeRule(rule) }
}
