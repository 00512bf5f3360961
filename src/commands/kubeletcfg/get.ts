import { targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { objectOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { gotView } from '../../lib/fleet/list/output.ts'

export default class Get extends ClusterCommand {
  static override summary = 'Print a stored kubelet configuration, byte for byte.'
  static override description = [
    'Nothing is redacted: secrets in the document are printed.',
    'On a terminal, control characters are escaped.',
  ].join('\n')
  static override examples = ['<%= config.bin %> get --global', '<%= config.bin %> get --node node-a > kubelet.yaml']
  static override flags = { ...targetFlags, output: objectOutput, ...templateFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Get)
    const [target] = targetsOf(flags)
    const cluster = await this.connect(flags)
    const { getDocument } = await import('../../lib/fleet/list/get-document.ts')
    const got = await this.during(flags, 'reading', getDocument(cluster, target, this.limits))
    await this.sayFacts(flags, got)
    const { output } = flags
    if (output === 'text') this.print(got.body)
    else await this.printObject(got, gotView, { ...flags, output })
    if (output !== 'name')
      this.progress(flags).note(`printed as stored, nothing redacted (configmap/${got.inspection.stored.name})`)
  }
}
