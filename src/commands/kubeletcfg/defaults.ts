import { configDir, name, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubernetesVersionOfFile } from '../../lib/cli/flags/release-flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { documentYaml, exactJson } from '../../lib/cli/output/document-yaml.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { outputVersion } from '../../lib/names.ts'
import { defaultsData } from '../../lib/offline/change/defaults-output.ts'

export default class Defaults extends BaseCommand {
  static override summary = 'Print the configuration that a kubelet works with, defaults filled in.'
  static override description = [
    'Without a file: the defaults of a release, on Linux.',
    'With a file: what the kubelet makes of it. What it fills in is marked # default; in JSON, defaulted lists the paths.',
    'The file may be a kubeadm file or a ConfigMap.',
    'Fields that the release ignores are omitted, and secrets are not shown. Relative paths stay as they are.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> defaults --kubernetes-version 1.36',
    '<%= config.bin %> defaults -f kubelet.yaml',
    {
      description: 'Compare it with the running configuration of a node:',
      command:
        'diff <(<%= config.bin %> defaults -f kubelet.yaml -o json | jq -S .configuration) <(kubectl get --raw /api/v1/nodes/node-a/proxy/configz | jq -S .kubeletconfig)',
    },
  ]
  static override flags = {
    filename: name({ char: 'f', summary: 'File to fill the defaults into; - reads stdin.', helpValue: 'FILE' }),
    'config-dir': configDir,
    'kubernetes-version': kubernetesVersionOfFile,
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Defaults)
    if (flags['config-dir'] !== undefined && flags.filename === undefined)
      throw usage('NoFile', '--config-dir needs the file that its drop-ins are merged over', 'name it with -f FILE')
    const source = flags.filename === undefined ? undefined : await readInput(flags.filename, this.signal)
    const { defaultDocument } = await import('../../lib/offline/change/default-document.ts')
    const together = await togetherWith(flags['config-dir'], this.signal)
    const result = await defaultDocument(flags['kubernetes-version'], source, together)
    await this.sayFacts(flags, result)
    const { configuration, filledIn } = result
    const marked = source === undefined ? [] : filledIn.map(({ names }) => names)
    if (flags.output === 'yaml') this.print(await documentYaml(configuration, { paths: marked, text: 'default' }))
    else this.print(exactJson({ apiVersion: outputVersion, kind: 'DefaultedConfiguration', ...defaultsData(result) }))
  }
}
