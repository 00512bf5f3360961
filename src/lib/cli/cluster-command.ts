import { string } from '@oclif/core/flags'
import { defaultNamespace } from '../names.ts'
import type { Cluster, Limits } from '../ports.ts'
import { BaseCommand } from './base-command.ts'
import { duration } from './flags.ts'

const helpGroup = 'connection'

/** A command that talks to an API server, with kubectl's flags for it. */
export abstract class ClusterCommand extends BaseCommand {
  static override baseFlags = {
    ...BaseCommand.baseFlags,
    namespace: string({
      char: 'n',
      summary: 'Namespace of our objects.',
      default: defaultNamespace,
      helpValue: 'NAME',
      helpGroup,
    }),
    kubeconfig: string({ summary: 'Path of the kubeconfig file.', helpValue: 'FILE', helpGroup }),
    context: string({ summary: 'Context of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
    cluster: string({ summary: 'Cluster of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
    user: string({ summary: 'User of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
    as: string({ summary: 'User to impersonate.', helpValue: 'USER', helpGroup }),
    'as-group': string({
      summary: 'Group to impersonate; repeat it for more.',
      helpValue: 'GROUP',
      multiple: true,
      multipleNonGreedy: true,
      helpGroup,
    }),
    'request-timeout': duration({
      summary: 'How long one request to the API server may take, retries included.',
      default: 30_000,
      defaultHelp: async () => '30s',
      helpGroup,
    }),
  }

  protected get limits(): Limits {
    return { signal: this.signal }
  }

  /** The one door to Kubernetes; its client is loaded when it is opened, and never by --help. */
  protected async connect(flags: ConnectionFlags): Promise<Cluster> {
    const { connect } = await import('../kube/connect.ts')
    return connect({
      kubeconfig: flags.kubeconfig,
      context: flags.context,
      cluster: flags.cluster,
      user: flags.user,
      namespace: flags.namespace,
      as: flags.as,
      asGroups: flags['as-group'],
      requestTimeoutMs: flags['request-timeout'],
      userAgent: this.config.userAgent,
      onWarning: (text) => this.progress(flags).warning(text),
    })
  }
}

export interface ConnectionFlags {
  readonly quiet: boolean
  readonly namespace: string
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly as?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
  readonly 'request-timeout': number
}
