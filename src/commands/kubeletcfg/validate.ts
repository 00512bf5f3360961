import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '../../lib/cli/base-command.ts'
import { kubernetesVersion, outputFormat } from '../../lib/cli/flags.ts'
import { readInput } from '../../lib/cli/input.ts'
import { serialize } from '../../lib/cli/output.ts'
import { hasErrors, validate } from '../../lib/flows/validate.ts'
import { describeVerdict, verdictData } from '../../lib/render/verdict.ts'

export default class Validate extends BaseCommand {
  static override summary = 'Say what a kubelet would say to a configuration, without one.'
  static override description =
    "Decodes it as the kubelet of that release (1.28 to 1.37) does, and adds what the kubelet only logs: unknown, duplicate and wrongly-cased fields. Needs no cluster. Values are not checked against the rules of the kubelet yet. In JSON, `valid` is the kubelet's own verdict on what was checked; the exit code counts findings that it would only log as well."
  static override examples = [
    '<%= config.bin %> validate kubelet.yaml',
    '<%= config.bin %> validate kubelet.yaml --kubernetes-version 1.33 -o json',
    {
      description: 'What a kubelet runs on now; old ones leave the header out:',
      command:
        'kubectl get --raw /api/v1/nodes/node-a/proxy/configz | jq \'.kubeletconfig + {apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration"}\' | <%= config.bin %> validate -',
    },
  ]
  static override args = {
    file: argument({ required: true, description: 'File with the KubeletConfiguration; - reads stdin.' }),
  }
  static override flags = { 'kubernetes-version': kubernetesVersion, output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Validate)
    const input = await readInput(args.file, this.signal)
    const verdict = await validate({ ...input, release: flags['kubernetes-version'] })
    if (flags.output === 'text') this.printText(describeVerdict(verdict))
    else this.print(await serialize(flags.output, [verdictData(verdict)]))
    if (hasErrors(verdict)) this.exitWith('invalid')
  }
}
