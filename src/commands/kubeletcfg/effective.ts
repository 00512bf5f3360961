import { boolean } from '@oclif/core/flags'
import { kubernetesVersion, name } from '../../lib/cli/flags/flags.ts'
import { listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { readStart } from '../../lib/cli/input/kubelet-start.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { effectiveFields } from '../../lib/render/effective.ts'

export default class Effective extends BaseCommand {
  static override summary = 'Print every field that a kubelet runs with, and where its value comes from.'
  static override description = [
    'Merges the file of --config, the drop-ins of --config-dir and flags as the kubelet does: flags win over drop-ins, and',
    'drop-ins over the file. SHADOWS has the values that lost. Secrets are not shown.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> effective --config /var/lib/kubelet/config.yaml --kubernetes-version 1.36',
    {
      description: 'The running kubelet, without what is left at its default:',
      command:
        '<%= config.bin %> effective --config /var/lib/kubelet/config.yaml --flags "$(ps -C kubelet -o args=)" --changed-only',
    },
    '<%= config.bin %> effective --config kubelet.yaml --config-dir kubelet.conf.d --flags=--max-pods=50 -o json',
  ]
  static override flags = {
    config: name({ summary: 'Configuration file of the kubelet; - for stdin.', helpValue: 'FILE' }),
    'config-dir': name({ summary: 'Folder with its drop-ins.', helpValue: 'FOLDER' }),
    flags: name({
      summary: 'Flags of the kubelet, as in a shell; may be repeated.',
      helpValue: 'FLAGS',
      multiple: true,
      multipleNonGreedy: true,
    }),
    'kubernetes-version': kubernetesVersion,
    'changed-only': boolean({ summary: 'Omit fields that have their default, and that nothing has set.' }),
    output: listOutput,
    ...listFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Effective)
    const release = flags['kubernetes-version']
    const sources = await readStart(
      { config: flags.config, 'config-dir': flags['config-dir'], flags: flags.flags },
      this.signal,
    )
    const { effectiveOf } = await import('../../lib/flows/files/effective.ts')
    const report = await effectiveOf(sources, release)
    await this.sayFacts(flags, report)
    const fields = report.fields.filter(
      ({ origin, shadows }) => !flags['changed-only'] || origin.kind !== 'default' || shadows.length > 0,
    )
    const asList = (items: readonly object[]) => ({ kubernetesVersion: release, fields: items })
    await this.printRows(fields, effectiveFields, { flags, asList })
  }
}
