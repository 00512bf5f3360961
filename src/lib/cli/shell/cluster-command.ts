import type { WatchFact } from '../../cluster/watch-messages.ts'
import type { OpenCluster } from '../../connect/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { type ConnectionFlags, connectionFlags } from '../flags/connection-flags.ts'
import { BaseCommand } from './base-command.ts'

/** A command that talks to an API server, with kubectl's flags for it. */
export abstract class ClusterCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, ...connectionFlags }

  readonly #clusters: OpenCluster[] = []

  protected get limits(): Limits {
    return { signal: this.signal }
  }

  /** Connect to the API server. The client is loaded here, and not for --help. */
  protected async connect(flags: ConnectionFlags): Promise<OpenCluster> {
    const { connect } = await import('../../connect/connect.ts')
    const cluster = await connect({
      kubeconfig: flags.kubeconfig,
      context: flags.context,
      cluster: flags.cluster,
      user: flags.user,
      namespace: flags.namespace,
      as: flags.as,
      asGroups: flags['as-group'],
      requestTimeoutMs: flags['request-timeout'],
      userAgent: this.config.userAgent,
      onWarning: (fact) => void this.sayFacts(flags, { warnings: [fact] }),
    })
    this.#clusters.push(cluster)
    return cluster
  }

  /** Before a question, so that nobody confirms for another cluster; empty before the first connection. */
  protected get whereabouts(): string {
    const cluster = this.#clusters.at(-1)
    if (cluster === undefined) return ''
    return cluster.context === undefined ? `${cluster.server}: ` : `context ${cluster.context}, ${cluster.server}: `
  }

  /** That the API server is lost is a warning; that it is found again, a note. */
  protected sayNotice(flags: { quiet: boolean }, notice: WatchFact): Promise<void> {
    return this.sayFacts(
      flags,
      notice.reason === 'WatchLost' ? { warnings: [notice] } : { notes: [notice], warnings: [] },
    )
  }

  protected override async finally(): Promise<void> {
    for (const cluster of this.#clusters) cluster.close()
    await super.finally()
  }
}
