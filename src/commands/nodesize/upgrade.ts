import { boolean } from '@oclif/core/flags'
import { dryRun, duration, outputFormat, yes } from '../../lib/cli/flags/flags.ts'
import { imageReference } from '../../lib/cli/flags/image-flag.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { describeUpgrade, upgradeData, upgradedLines } from '../../lib/sizes/install/output.ts'
import { planUpgrade } from '../../lib/sizes/install/upgrade.ts'
import { applyUpgrade } from '../../lib/sizes/install/upgrade-apply.ts'

export default class Upgrade extends WriteCommand {
  static override summary = 'Bring an installation to this version, node by node, and keep the sizes.'
  static override description =
    `Shows what differs and which balloons have an old template, and asks for confirmation. Replaces the objects, then the
balloons of one node after the other: the node is cordoned and its size stored until the new balloon has it.
A node that cannot be upgraded now is reported and left as it is. If a new balloon does not get its size, no further
node is touched. Run it again to continue. Refuses to go back to an older version without --allow-downgrade.`
  static override examples = [
    '<%= config.bin %> upgrade --dry-run=server',
    '<%= config.bin %> upgrade --yes',
    { description: 'To another image:', command: '<%= config.bin %> upgrade --image registry.example/pause:3.11' },
  ]
  static override flags = {
    image: imageReference({
      summary: 'Image of the balloon; the one that is installed unless given.',
      helpValue: 'IMAGE',
    }),
    timeout: duration({
      summary: 'How long to wait for each new balloon, and for its size.',
      default: 60_000,
      defaultHelp: async () => '1m',
    }),
    'allow-downgrade': boolean({ summary: 'Also replace what a newer nodesize has installed.' }),
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Upgrade)
    const { namespace, image, 'dry-run': mode, timeout: timeoutMs, 'allow-downgrade': allowDowngrade } = flags
    const desired = { namespace, image, allNodes: undefined, version, allowDowngrade }
    const cluster = await this.connect(flags)
    await this.carryOut(flags, {
      planning: 'checking the cluster',
      plan: () => planUpgrade(cluster, desired, this.limits),
      describe: (plan) => describeUpgrade(plan, version),
      question: ({ replacements, install }) =>
        replacements.length + install.released.length === 0 ? undefined : 'Upgrade?',
      applying: 'replacing balloons',
      apply: async (plan) => {
        const nodes = await applyUpgrade({ cluster, clock }, { plan, dryRun: mode, timeoutMs }, this.limits)
        return {
          kind: 'BalloonUpgradeReport',
          data: upgradeData(plan, nodes, { mode, own: version }),
          text: () => upgradedLines(plan, nodes, mode),
          failures: nodes.map(({ outcome }) => outcome?.failure),
          warnings: nodes.flatMap(({ outcome }) => outcome?.value?.warnings ?? []),
        }
      },
    })
  }
}
