import type { Interfaces } from '@oclif/core'
import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { tokenPath, usualPlaces } from '../../lib/agent/installation/places.ts'
import { name, selector } from '../../lib/cli/flags/flags.ts'
import { onlyNode, selectSomeByName } from '../../lib/cli/flags/node-selection.ts'
import { listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { optionalRelease } from '../../lib/cli/flags/release-flags.ts'
import { readStart } from '../../lib/cli/input/kubelet-start.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { byNode, fieldsOfNodes } from '../../lib/fleet/effective/output.ts'
import { newest } from '../../lib/kubelet/model/releases.ts'
import type { SomeNodes } from '../../lib/nodes/node-selection.ts'
import type { EffectiveReport } from '../../lib/offline/effective/effective.ts'
import { effectiveFields } from '../../lib/offline/effective/output.ts'

export default class Effective extends ClusterCommand {
  static override summary = 'Print every field that a kubelet runs with, and where its value comes from.'
  static override description = [
    'With NODE, asks its kubelet through the API server, which requires the right to get nodes/proxy. SOURCE is a document,',
    'default, the container runtime, a flag, or on-node: files and flags of the node, which the cluster does not tell apart.',
    'Without NODE, as root on a node, reads the files and flags of the kubelet, and compares them with what it reports.',
    'With --config, --config-dir or --flags, merges these as a kubelet does: flags win over drop-ins, drop-ins over the file.',
    'SHADOWS has the values that lost. Secrets are not shown. Of several nodes, NODE is a column.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> effective node-a --changed-only',
    '<%= config.bin %> effective -l pool=batch --changed-only --sort-by=.field',
    { description: 'On a node, with the files and lines:', command: 'sudo <%= config.bin %> effective --changed-only' },
    '<%= config.bin %> effective --config /var/lib/kubelet/config.yaml --kubernetes-version 1.36',
    '<%= config.bin %> effective --config kubelet.yaml --config-dir kubelet.conf.d --flags=--max-pods=50 -o json',
  ]
  static override args = {
    node: argument({ description: 'Name of a node; without it, this machine or files.', multiple: true }),
  }
  static override flags = {
    selector,
    config: name({ summary: 'Configuration file of the kubelet; - for stdin.', helpValue: 'FILE' }),
    'config-dir': name({ summary: 'Folder with its drop-ins.', helpValue: 'FOLDER' }),
    flags: name({
      summary: 'Flags of the kubelet, as in a shell; may be repeated.',
      helpValue: 'FLAGS',
      multiple: true,
      multipleNonGreedy: true,
    }),
    'kubernetes-version': optionalRelease(
      `Kubelet release of the files and flags, for example 1.36. [default: ${newest}]`,
    ),
    'changed-only': boolean({ summary: 'Omit fields that have their default, and that nothing has set.' }),
    output: listOutput,
    ...listFlags,
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Effective)
    const nodes = nodesOf(args.node, flags)
    if (nodes !== undefined && onlyNode(nodes) === undefined) return this.#printSeveral(nodes, flags)
    const report = await this.during(flags, 'reading', this.#report(nodes && onlyNode(nodes), flags))
    await this.sayFacts(flags, report)
    const fields = report.fields.filter(shownWith(flags))
    const asList = (items: readonly object[]) => ({ kubernetesVersion: report.release, fields: items })
    await this.printRows(fields, effectiveFields, { flags, asList })
  }

  async #printSeveral(nodes: SomeNodes, flags: Flags): Promise<void> {
    const cluster = await this.connect(flags)
    const { effectiveOfNodes } = await import('../../lib/fleet/effective/effective-of-node.ts')
    const found = await this.during(flags, 'asking kubelets', effectiveOfNodes(cluster, nodes, this.limits))
    await this.sayFacts(flags, found)
    const { reports, failures } = found
    const rows = reports.flatMap(({ node, fields }) =>
      fields.filter(shownWith(flags)).map((field) => ({ node, field })),
    )
    if (reports.length > 0)
      await this.printRows(rows, fieldsOfNodes, { flags, asList: (items) => byNode(reports, items) })
    if (failures.length > 0) await this.finishWith(failures)
  }

  async #report(node: string | undefined, flags: Flags): Promise<EffectiveReport> {
    const { config, 'config-dir': folder, flags: line, 'kubernetes-version': release } = flags
    if (node !== undefined) return this.#ofNode(node, flags)
    return isOffline(flags) ? this.#ofFiles({ config, 'config-dir': folder, flags: line }, release) : this.#here()
  }

  async #ofNode(node: string, flags: Flags): Promise<EffectiveReport> {
    const cluster = await this.connect(flags)
    const { effectiveOfNode } = await import('../../lib/fleet/effective/effective-of-node.ts')
    return effectiveOfNode(cluster, node, this.limits)
  }

  async #ofFiles(start: Parameters<typeof readStart>[0], release: Flags['kubernetes-version']) {
    const sources = await readStart(start, this.signal)
    const { effectiveOf } = await import('../../lib/offline/effective/effective.ts')
    return effectiveOf(sources, release ?? newest)
  }

  async #here(): Promise<EffectiveReport> {
    const { effectiveHere } = await import('../../lib/offline/effective/effective-here.ts')
    const { kubeletHere } = await import('../../lib/agent/host/kubelet/kubelet-here.ts')
    const { nodeAccess } = await import('../../lib/agent/host/kubelet/node-access.ts')
    return effectiveHere(kubeletHere(nodeAccess(), tokenPath(usualPlaces)), this.limits)
  }
}

const isOffline = ({ config, 'config-dir': folder, flags, 'kubernetes-version': release }: Flags): boolean =>
  [config, folder, flags, release].some((flag) => flag !== undefined)

/** undefined: none, but files or this machine. Throws Failure 'usage' for both. */
function nodesOf(names: readonly string[] | undefined, flags: Flags): SomeNodes | undefined {
  const isOfNodes = (names ?? []).length > 0 || flags.selector !== undefined
  if (!isOfNodes) return undefined
  if (isOffline(flags))
    throw usage('ConflictingArguments', 'a node and the files, flags or release of a kubelet are mutually exclusive')
  return selectSomeByName(names, flags.selector)
}

/** Without what nobody has set, if the flag says so. */
const shownWith =
  (flags: Flags) =>
  ({ origin, shadows }: EffectiveReport['fields'][number]): boolean =>
    !flags['changed-only'] || origin.kind !== 'default' || shadows.length > 0

type Flags = Interfaces.InferredFlags<typeof Effective.flags & typeof Effective.baseFlags>
