import { boolean } from '@oclif/core/flags'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { namespaceName } from '../../lib/cli/flags/connection-flags.ts'
import {
  filenames,
  kubernetesVersion,
  outputFormat,
  recursive,
  targetsFlags,
  targetsIfGiven,
} from '../../lib/cli/flags/flags.ts'
import { warningFlags } from '../../lib/cli/flags/warning-flags.ts'
import { serializeObjects } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { defaultNamespace } from '../../lib/names.ts'
import { addressed } from '../push-files.ts'

const { selector: _selector, ...namedTargets } = targetsFlags

export default class Manifests extends BaseCommand {
  static override summary = 'Print kubelet configurations as ConfigMaps, for a Git repository.'
  static override description = [
    'Prints what push would store, without what it records of a push, for tools that apply it: kubectl, Flux, Argo CD.',
    'Validates the documents for --kubernetes-version, and needs no cluster. The targets are those of push.',
    'See docs/gitops.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> manifests -f kubelet.yaml --global > global.yaml',
    '<%= config.bin %> manifests -f kubelet -R | kubectl apply --server-side -f -',
    {
      description: 'Pods of the nodes may end:',
      command: '<%= config.bin %> manifests -f kubelet.yaml --node node-a --accept-risk drain',
    },
  ]
  static override flags = {
    filename: filenames,
    recursive,
    ...namedTargets,
    namespace: namespaceName({ char: 'n', summary: 'Namespace of the documents.', default: defaultNamespace }),
    'kubernetes-version': kubernetesVersion,
    'accept-risk': acceptRisk,
    'skip-validation': boolean({
      summary: 'Print it even if kubelets would refuse it, with the annotation that stores it.',
    }),
    ...warningFlags,
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Manifests)
    const { readManifests } = await import('../../lib/cli/input/manifests.ts')
    const manifests = await readManifests(flags.filename, { recursive: flags.recursive, signal: this.signal })
    const files = addressed(manifests, targetsIfGiven(flags))
    const { documentManifests } = await import('../../lib/fleet/manifests/document-manifests.ts')
    const { namespace, strict, ignore = [], output } = flags
    const {
      'kubernetes-version': release,
      'skip-validation': skipValidation,
      'accept-risk': acceptedRisks = [],
    } = flags
    const request = { files, namespace, release, skipValidation, acceptedRisks, strict: strict === 'warnings', ignore }
    const { objects, notes, warnings } = await documentManifests(request)
    await this.sayFacts(flags, { notes: [...manifests.notes, ...notes], warnings })
    this.print(await serializeObjects(output, objects))
  }
}
