import { type AgentFault, startSimulatedAgents } from '../../src/lib/agent/run/simulated-agents.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'

export interface SandboxWithAgents extends AsyncDisposable {
  readonly sandbox: RunningSandbox
  readonly env: { readonly KUBECONFIG: string }
  /** The kubelet's own word; undefined: it does not run. */
  qpsOn(node: string): number | undefined
}

interface Configz {
  readonly kubeletconfig?: { readonly registryPullQPS: number }
}

/** A simulated cluster whose agents have trials of a second. */
export async function startSandboxWithAgents(
  nodes: number,
  faults: readonly { readonly kind: AgentFault; readonly node: string }[],
): Promise<SandboxWithAgents> {
  const ofCluster = faults.flatMap(({ kind, node }) => (kind === 'agent-down' ? [{ kind, node } as const] : []))
  const sandbox = await startSandbox({ nodes, faults: ofCluster })
  const { kubeconfig } = sandbox
  const end = new AbortController()
  const agents = await startSimulatedAgents({ kubeconfig, trialMs: 20_000, faults }, end.signal)
  return {
    sandbox,
    env: { KUBECONFIG: kubeconfig },
    qpsOn: (node) => (agents.configz(node) as Configz | undefined)?.kubeletconfig?.registryPullQPS,
    async [Symbol.asyncDispose]() {
      await agents[Symbol.asyncDispose]()
      await sandbox.close()
    },
  }
}
