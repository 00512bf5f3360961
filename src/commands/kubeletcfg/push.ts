import type { Interfaces } from '@oclif/core'
import { filenames, outputFormat, recursive, targetsFlags, targetsIfGiven } from '../../lib/cli/flags/flags.ts'
import { warningFlags } from '../../lib/cli/flags/warning-flags.ts'
import type { PushRequest } from '../../lib/flows/documents/push-plan.ts'
import { PushCommand, pushFlags } from '../push-command.ts'
import { addressed } from '../push-files.ts'

export default class Push extends PushCommand {
  static override summary = 'Store kubelet configurations for all nodes, or for some nodes.'
  static override description = [
    'Validates the documents for the kubelets that would get them, prints the plan, asks for confirmation and stores them.',
    'A single file needs --global or --node. With several files, each file name gives the target: global.yaml, node-a.yaml.',
    'The name of a ConfigMap gives its target. From a kubeadm file, only the KubeletConfiguration is stored.',
    'Never overwrites what another client changed in the meantime. See docs/documents.md.',
    'The agents on the nodes apply what is stored: --wait waits for them, and status shows what they do.',
  ].join('\n')
  static override examples = [
    { description: 'One node:', command: '<%= config.bin %> push -f kubelet.yaml --node node-a' },
    {
      description: 'All nodes, from a script:',
      command: "<%= config.bin %> push -f kubelet.yaml --global --yes --message 'more pods'",
    },
    { description: 'A folder, such as a git repository:', command: '<%= config.bin %> push -f kubelet -R' },
    {
      description: 'Print the plan only:',
      command: '<%= config.bin %> push -f kubelet.yaml --global --dry-run=server',
    },
  ]
  static override flags = {
    filename: filenames,
    recursive,
    ...targetsFlags,
    ...pushFlags,
    ...warningFlags,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Push)
    const request = await this.#request(flags)
    const cluster = await this.connect(flags)
    const { planPush } = await import('../../lib/flows/documents/push.ts')
    await this.push(cluster, flags, () => planPush(cluster, request, this.limits))
  }

  /** Reads the files. */
  async #request(flags: PushFlags): Promise<PushRequest> {
    const targets = targetsIfGiven(flags)
    const { readManifests } = await import('../../lib/cli/input/manifests.ts')
    const manifests = await readManifests(flags.filename, { recursive: flags.recursive, signal: this.signal })
    const files = addressed(manifests, targets)
    await this.sayFacts(flags, { notes: manifests.notes, warnings: [] })
    const { message, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const { strict, ignore = [] } = flags
    return { files, message, skipValidation, strict: strict === 'warnings', ignore, acceptedRisks }
  }
}

type PushFlags = Interfaces.InferredFlags<typeof Push.flags & typeof Push.baseFlags>
