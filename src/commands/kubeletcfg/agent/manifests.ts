import { boolean } from '@oclif/core/flags'
import type { Writers } from '../../../lib/admission/writers.ts'
import { type AgentFlagValues, agentArguments, agentFlags } from '../../../lib/cli/flags/agent-flags.ts'
import { agentNodeNamed } from '../../../lib/cli/flags/agent-node.ts'
import { acceptRisk } from '../../../lib/cli/flags/change-flags.ts'
import type { ConnectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import { name, outputFormat } from '../../../lib/cli/flags/flags.ts'
import { imageReference } from '../../../lib/cli/flags/image-flag.ts'
import { serverUrl } from '../../../lib/cli/flags/server-flag.ts'
import { serializeObjects } from '../../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { ownImage } from '../../../lib/cli/shell/own-image.ts'
import { usage } from '../../../lib/cli/usage/usage.ts'
import { type Said, said } from '../../../lib/message/failure.ts'

const several = { multiple: true, multipleNonGreedy: true } as const

interface NodeFlags extends ConnectionFlags {
  readonly node?: readonly string[] | undefined
  readonly daemonset: boolean
}

export default class AgentManifests extends ClusterCommand {
  static override summary = 'Print what the agents need in the cluster, for kubectl apply -f -.'
  static override description = [
    'ServiceAccounts with the least rights, and policies: agents change only their own Node, and only given users and groups',
    'write documents. For all linux nodes, unless --node says which. See docs/agent-security.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> agent manifests | kubectl apply -f -',
    {
      description: 'Without a cluster, and only the pipeline may push:',
      command: '<%= config.bin %> agent manifests --node node-a --writer system:serviceaccount:ci:kubelet-config',
    },
    '<%= config.bin %> agent manifests --daemonset --server https://api.example:6443 --monitoring',
    {
      description: 'To remove the agents of a DaemonSet from all nodes:',
      command: '<%= config.bin %> agent manifests --daemonset --uninstall | kubectl apply -f -',
    },
  ]
  static override flags = {
    node: name({ summary: 'Node that gets an agent; may be repeated.', helpValue: 'NAME', ...several }),
    daemonset: boolean({ summary: 'Run the agents as a DaemonSet instead of services of their hosts.' }),
    image: imageReference({ summary: 'Image of the DaemonSet.', helpValue: 'IMAGE', dependsOn: ['daemonset'] }),
    server: serverUrl({ summary: 'API server of the DaemonSet, as the nodes reach it.', dependsOn: ['daemonset'] }),
    writer: name({ summary: 'User who may write documents; may be repeated.', helpValue: 'USER', ...several }),
    'writer-group': name({
      summary: 'Group that may write documents; may be repeated.',
      helpValue: 'GROUP',
      ...several,
    }),
    ...agentFlags,
    uninstall: boolean({
      summary: 'Print pods that remove the agents instead; apply them before all is deleted.',
      dependsOn: ['daemonset'],
      exclusive: ['monitoring', 'server', 'node', 'writer', 'writer-group'],
    }),
    'accept-risk': acceptRisk,
    monitoring: boolean({ summary: 'Also print a PrometheusRule and a Grafana dashboard.' }),
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags, metadata } = await this.parse(AgentManifests)
    const isGiven = (flag: string): boolean => metadata.flags[flag]?.setFromDefault !== true
    if (!flags.uninstall && flags['accept-risk'] !== undefined)
      throw usage('ConflictingFlags', '--accept-risk requires --uninstall')
    if (flags.uninstall) return this.#printUninstalling(flags, placesOf(flags, isGiven))
    const daemonSet = daemonSetOf(flags, isGiven)
    const { agentManifests } = await import('../../../lib/agent/manifests/manifests.ts')
    const { administrators } = await import('../../../lib/agent/manifests/writers-policies.ts')
    const writers = writersOf(flags)
    const { namespace, monitoring } = flags
    const nodes = await this.#nodes(flags)
    const objects = agentManifests({ namespace, nodes, daemonSet, writers: writers ?? administrators, monitoring })
    if (writers === undefined) await this.sayFacts(flags, { notes: [writersByDefault(administrators)], warnings: [] })
    this.print(await serializeObjects(flags.output, objects))
  }

  async #printUninstalling(
    { namespace, image, output, 'accept-risk': risks = [] }: UninstallFlags,
    places: readonly string[],
  ): Promise<void> {
    const { uninstallingDaemonSet } = await import('../../../lib/agent/manifests/daemon-set.ts')
    const objects = uninstallingDaemonSet({ namespace, image: image ?? ownImage, places }, risks)
    this.print(await serializeObjects(output, objects))
  }

  /** A DaemonSet runs on nodes that join later, too. */
  async #nodes(flags: NodeFlags): Promise<readonly string[]> {
    if (flags.node !== undefined) return flags.node.map(agentNodeNamed)
    if (flags.daemonset) return []
    const cluster = await this.connect(flags)
    const nodes = await this.during(flags, 'reading the nodes', cluster.nodes.list({}, this.limits))
    return nodes.filter(({ operatingSystem }) => operatingSystem !== 'windows').map(({ name }) => agentNodeNamed(name))
  }
}

interface UninstallFlags {
  readonly namespace: string
  readonly image?: string | undefined
  readonly output: 'yaml' | 'json'
  readonly 'accept-risk'?: readonly string[] | undefined
}

interface PlaceFlags {
  readonly 'apply-mode': string
  readonly 'state-folder': string
}

const placesOf = (flags: PlaceFlags, isGiven: (flag: string) => boolean): readonly string[] =>
  (['apply-mode', 'state-folder'] as const).filter(isGiven).map((flag) => `--${flag}=${flags[flag]}`)

interface DaemonSetFlags extends PlaceFlags, AgentFlagValues {
  readonly daemonset: boolean
  readonly server?: string | undefined
  readonly image?: string | undefined
}

/** Throws Failure 'usage' for flags that only one of both kinds of agents has. */
function daemonSetOf(flags: DaemonSetFlags, isGiven: (flag: string) => boolean) {
  const { daemonset, server, image = ownImage } = flags
  const useless = Object.keys(agentFlags).find(isGiven)
  if (!daemonset && useless !== undefined)
    throw usage('ConflictingFlags', `--${useless} requires --daemonset`, `or give it to agent install`)
  if (!daemonset) return undefined
  if (server === undefined) throw usage('NoServer', 'no API server given', 'add --server URL, as the nodes reach it')
  return { image, server, places: placesOf(flags, isGiven), arguments: agentArguments(flags, isGiven) }
}

/** Administrators of managed clusters are often in neither group, and would find out at their first push. */
const writersByDefault = ({ groups }: Writers): Said =>
  said(
    'WritersByDefault',
    `only the groups ${groups.join(' and ')} may write documents; if you push as another user (kubectl auth whoami), add --writer USER or --writer-group GROUP`,
  )

interface WriterFlags {
  readonly writer?: readonly string[] | undefined
  readonly 'writer-group'?: readonly string[] | undefined
}

/** undefined: none given. */
function writersOf({ writer: users = [], 'writer-group': groups = [] }: WriterFlags): Writers | undefined {
  return users.length + groups.length === 0 ? undefined : { users, groups }
}
