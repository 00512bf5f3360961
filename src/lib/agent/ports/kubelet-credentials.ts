import type { AgentServer } from '../installation/agent-kubeconfig.ts'

/** What the kubelet's own kubeconfig says. */
export interface KubeletCredentials {
  readonly server: AgentServer
  /** The user of its client certificate, such as system:node:node-a; undefined when it has none. */
  readonly user: string | undefined
}
