import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { dryRun, outputFormat } from '../../lib/cli/flags/flags.ts'
import { imageReference } from '../../lib/cli/flags/image-flag.ts'
import { serializeObjects } from '../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { applyInstall, type InstallPlan, planInstall, planOffline } from '../../lib/flows/sizes/install.ts'
import { balloon } from '../../lib/names.ts'
import { installedLine } from '../../lib/render/install.ts'
import { defaultImage } from '../../lib/sizing/manifests.ts'

const { key, value } = balloon.optInLabel

export default class Install extends ClusterCommand {
  static override summary = 'Put a balloon on nodes.'
  static override description =
    `Makes a PriorityClass, a DaemonSet and a ClusterRole for operators, and the namespace if it is not there. Checks first that the cluster can resize pods, that you may do all this, and that no LimitRange or ResourceQuota is in the way. Nodes want a balloon when they bear the label ${key}=${value}. Running it again changes nothing.`
  static override examples = [
    '<%= config.bin %> install',
    { description: 'To keep in git:', command: '<%= config.bin %> install --dry-run=client -o yaml > nodesize.yaml' },
    { description: 'Without a registry:', command: '<%= config.bin %> install --image registry.example/pause:3.10' },
  ]
  static override flags = {
    'all-nodes': boolean({ summary: 'On every linux node, not only those with the label.' }),
    image: imageReference({
      summary: 'Image of the balloon: anything that sleeps.',
      default: defaultImage,
      helpValue: 'IMAGE',
    }),
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Install)
    const mode = flags['dry-run']
    const options = { namespace: flags.namespace, image: flags.image, allNodes: flags['all-nodes'] }
    const plan = mode === 'client' ? planOffline(options) : await this.#install(flags, { options, dryRun: mode })
    for (const warning of plan.warnings) this.progress(flags).warning(warning)
    const objects = plan.steps.map(({ object }) => object)
    if (flags.output === 'text') this.printText(plan.steps.map((step) => installedLine(step, mode)).join(''))
    else this.print(await serializeObjects(flags.output, objects))
  }

  async #install(
    flags: ConnectionFlags,
    { options, dryRun }: { options: Parameters<typeof planOffline>[0]; dryRun: 'none' | 'server' },
  ): Promise<InstallPlan> {
    const cluster = await this.connect(flags)
    const plan = await this.during(flags, 'checking the cluster', planInstall(cluster, options, this.limits))
    await this.during(flags, 'installing', applyInstall(cluster, { plan, dryRun }, this.limits))
    return plan
  }
}
