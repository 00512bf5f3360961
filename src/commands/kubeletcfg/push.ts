import type { Interfaces } from '@oclif/core'
import { boolean } from '@oclif/core/flags'
import { filenames, outputFormat, recursive, targetsFlags, targetsWantedIfGiven } from '../../lib/cli/flags/flags.ts'
import { warningFlags } from '../../lib/cli/flags/warning-flags.ts'
import type { PushRequest } from '../../lib/fleet/push/push-plan.ts'
import { PushCommand, pushFlags } from '../push-command.ts'
import { addressed } from '../push-files.ts'

export default class Push extends PushCommand {
  static override summary = 'Store kubelet configurations for all nodes, or for some nodes.'
  static override description = [
    'Validates the documents for the kubelets that would get them, prints the plan, asks for confirmation and stores them.',
    'A single file needs --global, --node or -l. Of several, each file name gives the target: global.yaml, node-a.yaml.',
    'The name of a ConfigMap gives its target. From a kubeadm file, only the KubeletConfiguration is stored.',
    'The agents on the nodes apply what is stored: --wait waits for them. See docs/documents.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> push -f kubelet.yaml --node node-a',
    '<%= config.bin %> push -f kubelet.yaml -l pool=batch --wait',
    "<%= config.bin %> push -f kubelet.yaml --global --yes --message 'more pods'",
    { description: 'A folder, such as a git repository:', command: '<%= config.bin %> push -f kubelet -R' },
    '<%= config.bin %> push -f kubelet.yaml --global --dry-run=server > plan.txt',
  ]
  static override flags = {
    filename: filenames,
    recursive,
    ...targetsFlags,
    'allow-unknown-node': boolean({
      summary: 'Store the document of a --node that does not exist: it may join later.',
    }),
    ...pushFlags,
    ...warningFlags,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Push)
    const wanted = targetsWantedIfGiven(flags)
    const request = await this.#request(flags, wanted)
    const cluster = await this.connect(flags)
    const { planPush } = await import('../../lib/fleet/push/push.ts')
    await this.push(cluster, flags, async () => {
      if (wanted === undefined || !('selector' in wanted)) return planPush(cluster, request, this.limits)
      const { targetsFor } = await import('../../lib/fleet/change/selected-targets.ts')
      const targets = await targetsFor(cluster, wanted, this.limits)
      const files = request.files.map((file) => ({ ...file, targets }))
      return planPush(cluster, { ...request, files }, this.limits)
    })
  }

  /** Reads the files. The targets of a selector come later. */
  async #request(flags: PushFlags, wanted: ReturnType<typeof targetsWantedIfGiven>): Promise<PushRequest> {
    const targets = wanted !== undefined && 'selector' in wanted ? [] : wanted
    const { readManifests } = await import('../../lib/cli/input/manifests.ts')
    const manifests = await readManifests(flags.filename, { recursive: flags.recursive, signal: this.signal })
    const files = addressed(manifests, targets)
    await this.sayFacts(flags, { notes: manifests.notes, warnings: [] })
    const { message, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const { strict, ignore = [], 'allow-unknown-node': allowUnknownNode, 'force-conflicts': forceConflicts } = flags
    return {
      ...{ files, message, skipValidation, strict: strict === 'warnings', ignore, acceptedRisks },
      ...{ allowUnknownNode, forceConflicts },
    }
  }
}

type PushFlags = Interfaces.InferredFlags<typeof Push.flags & typeof Push.baseFlags>
