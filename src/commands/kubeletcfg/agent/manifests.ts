import { boolean } from '@oclif/core/flags'
import type { Writers } from '../../../lib/agent-manifests/writers-policies.ts'
import { type AgentFlagValues, agentArguments, agentFlags } from '../../../lib/cli/flags/agent-flags.ts'
import { agentNodeNamed } from '../../../lib/cli/flags/agent-node.ts'
import type { ConnectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import { name, outputFormat } from '../../../lib/cli/flags/flags.ts'
import { imageReference } from '../../../lib/cli/flags/image-flag.ts'
import { serverUrl } from '../../../lib/cli/flags/server-flag.ts'
import { serializeObjects } from '../../../lib/cli/output/serialize.ts'
import { version } from '../../../lib/cli/shell/build.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../../lib/cli/usage/usage.ts'

const several = { multiple: true, multipleNonGreedy: true } as const

interface NodeFlags extends ConnectionFlags {
  readonly node?: readonly string[] | undefined
  readonly daemonset: boolean
}

export default class AgentManifests extends ClusterCommand {
  static override summary = 'Print what the agents need in the cluster, for kubectl apply -f -.'
  static override description = [
    'ServiceAccounts with the least rights, and policies: an agent changes only its own Node, and only the given users and',
    'groups write documents. With --daemonset also the agents themselves, as privileged pods.',
    'Without --node: for every linux node of the cluster. The same flags print the same text.',
    'See docs/agent-security.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> agent manifests | kubectl apply -f -',
    {
      description: 'Without a cluster, and only the pipeline may push:',
      command: '<%= config.bin %> agent manifests --node node-a --writer system:serviceaccount:ci:kubelet-config',
    },
    '<%= config.bin %> agent manifests --daemonset --server https://api.example:6443 --monitoring',
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
    monitoring: boolean({ summary: 'Also print a PrometheusRule and a Grafana dashboard.' }),
    output: outputFormat(['yaml', 'json']),
  }

  override async run(): Promise<void> {
    const { flags, metadata } = await this.parse(AgentManifests)
    const isGiven = (flag: string): boolean => metadata.flags[flag]?.setFromDefault !== true
    const { namespace, monitoring } = flags
    const daemonSet = daemonSetOf(flags, isGiven)
    const { agentManifests } = await import('../../../lib/agent-manifests/manifests.ts')
    const { administrators } = await import('../../../lib/agent-manifests/writers-policies.ts')
    const objects = agentManifests({
      namespace,
      nodes: await this.#nodes(flags),
      daemonSet,
      writers: writersOf(flags) ?? administrators,
      monitoring,
    })
    this.print(await serializeObjects(flags.output, objects))
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

interface DaemonSetFlags extends AgentFlagValues {
  readonly daemonset: boolean
  readonly server?: string | undefined
  readonly image?: string | undefined
  readonly 'apply-mode': string
  readonly 'state-folder': string
}

/** Throws Failure 'usage' for flags that only one of both kinds of agents has. */
function daemonSetOf(flags: DaemonSetFlags, isGiven: (flag: string) => boolean) {
  const { daemonset, server, image = `localhost/kubeletcfg:${version}` } = flags
  const useless = Object.keys(agentFlags).find(isGiven)
  if (!daemonset && useless !== undefined)
    throw usage('ConflictingFlags', `--${useless} requires --daemonset`, `or give it to agent install`)
  if (!daemonset) return undefined
  if (server === undefined) throw usage('NoServer', 'no API server given', 'add --server URL, as the nodes reach it')
  const places = ['apply-mode', 'state-folder'] as const
  const given = places.filter(isGiven).map((flag) => `--${flag}=${flags[flag]}`)
  return { image, server, arguments: [...given, ...agentArguments(flags, isGiven)] }
}

interface WriterFlags {
  readonly writer?: readonly string[] | undefined
  readonly 'writer-group'?: readonly string[] | undefined
}

/** undefined: none given. */
function writersOf({ writer: users = [], 'writer-group': groups = [] }: WriterFlags): Writers | undefined {
  return users.length + groups.length === 0 ? undefined : { users, groups }
}
