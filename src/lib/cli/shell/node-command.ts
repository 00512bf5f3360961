import type { KubeletCredentials } from '../../agent/ports/kubelet-credentials.ts'
import type { OpenCluster } from '../../connect/cluster.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ConnectionFlags } from '../flags/connection-flags.ts'
import { WriteCommand } from './write-command.ts'

/** A command that changes the node that it runs on. */
export abstract class NodeCommand extends WriteCommand {
  /** The file of this program; undefined when it runs on a Node.js that is not a part of it. */
  protected get executable(): string | undefined {
    const [path, ...more] = this.programs['kubeletcfg'] ?? []
    return more.length === 0 ? path : undefined
  }

  /** Connects with the kubeconfig of an agent, and nothing else of the command line. */
  protected connectAgent(flags: ConnectionFlags, kubeconfig: string): Promise<OpenCluster> {
    const { quiet, namespace, 'request-timeout': timeout } = flags
    return this.connect({ quiet, namespace, kubeconfig, 'request-timeout': timeout })
  }

  protected async kubeletCredentials(kubeconfig: string, clock: Clock): Promise<KubeletCredentials> {
    const { readKubeletCredentials } = await import('../../agent/host/kubelet-credentials.ts')
    return readKubeletCredentials(kubeconfig, clock)
  }
}
