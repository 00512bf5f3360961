import { option } from '@oclif/core/flags'
import { kubernetesVersion } from '../../lib/cli/flags/flags.ts'
import { serialize } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { type Draft, drafts, jsonSchema } from '../../lib/kubelet/reference/json-schema/json-schema.ts'

const draft = option({
  options: Object.keys(drafts) as Draft[],
  default: '2020-12' as const,
  summary: 'Draft of JSON Schema; both mean the same.',
})

export default class Schema extends BaseCommand {
  static override summary = 'Print a JSON Schema of KubeletConfigurations.'
  static override description = [
    'For editors and validators such as kubeconform: fields, types, ranges, values and feature gates of one release.',
    'A schema cannot compare fields, follow feature gates or compare durations: validate does.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> schema --kubernetes-version 1.36 > kubelet-1.36.json',
    {
      description: 'For editors with the YAML language server, as the first line of a file:',
      command: '# yaml-language-server: $schema=./kubelet-1.36.json',
    },
    {
      description: 'For kubeconform:',
      command: 'kubeconform -schema-location kubelet-1.36.json kubelet.yaml',
    },
  ]
  static override flags = { draft: draft(), 'kubernetes-version': kubernetesVersion }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Schema)
    this.print(await serialize('json', jsonSchema(flags['kubernetes-version'], flags.draft)))
  }
}
