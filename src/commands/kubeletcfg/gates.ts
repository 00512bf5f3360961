import { string as argument } from '@oclif/core/args'
import { kubernetesVersion, outputFormat } from '../../lib/cli/flags/flags.ts'
import { optionalRelease } from '../../lib/cli/flags/release-flags.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { listGateChanges, listGates } from '../../lib/flows/files/list-gates.ts'
import { gateChanges, gateStates, type View } from '../../lib/render/gate-tables.ts'

const formats = ['table', 'wide', 'json', 'yaml', 'name'] as const

interface Shown {
  readonly output: (typeof formats)[number]
  /** The releases that the rows are about. */
  readonly of: object
}

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
    output: outputFormat(formats),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Gates)
    const { 'kubernetes-version': to, since: from, output } = flags
    const names = args.name ?? []
    if (from === undefined)
      await this.#show(listGates(to, names), gateStates, { output, of: { kubernetesVersion: to } })
    else await this.#show(listGateChanges({ from, to }, names), gateChanges, { output, of: { from, to } })
  }

  async #show<Row extends { name: string }>(
    rows: readonly Row[],
    view: View<Row>,
    { output, of }: Shown,
  ): Promise<void> {
    const { kind, columns, wide, data, sorted = () => rows } = view
    if (output === 'name') this.printText(rows.map(({ name }) => `${name}\n`).join(''))
    else if (output === 'table') this.printTable(sorted(rows), columns)
    else if (output === 'wide') this.printTable(sorted(rows), [...columns, ...wide])
    else await this.printData(output, { kind, data: { ...of, items: rows.map(data) } })
  }
}
