import { string as argument } from '@oclif/core/args'
import { kubernetesVersion } from '../../lib/cli/flags/flags.ts'
import { listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { optionalRelease } from '../../lib/cli/flags/release-flags.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { gateChanges, gateStates } from '../../lib/offline/explain/gate-tables.ts'
import { listGateChanges, listGates } from '../../lib/offline/explain/list-gates.ts'

export default class Gates extends BaseCommand {
  static override summary = 'List the feature gates of a release, or what changed in them.'
  static override description = [
    'Lists all gates that the kubelet of a release accepts, those of other components included.',
    'LOCKED gates can only be set to their default. NEEDS (-o wide) are gates that must be on as well (checked from 1.35).',
    'With --since, changes that can stop a kubelet come first: removed gates, then locked ones.',
    'More about one gate: explain featureGates.NAME.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> gates --kubernetes-version 1.36',
    '<%= config.bin %> gates NodeSwap MemoryQoS -o wide',
    { description: 'What an upgrade changes:', command: '<%= config.bin %> gates --since 1.34' },
  ]
  static override args = { name: argument({ description: 'Name of a gate; all gates if omitted.', multiple: true }) }
  static override flags = {
    'kubernetes-version': kubernetesVersion,
    since: optionalRelease('Show what changed since this release.'),
    output: listOutput,
    ...listFlags,
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Gates)
    const { 'kubernetes-version': to, since: from } = flags
    const names = args.name ?? []
    const listOf = (of: object) => ({ flags, asList: (items: readonly object[]) => ({ ...of, items }) })
    if (from === undefined) await this.printRows(listGates(to, names), gateStates, listOf({ kubernetesVersion: to }))
    else await this.printRows(listGateChanges({ from, to }, names), gateChanges, listOf({ from, to }))
  }
}
