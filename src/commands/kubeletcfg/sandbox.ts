import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { exitCode } from '../../lib/cli/shell/exit-codes.ts'
import { endOf } from '../../lib/cli/shell/interrupt.ts'
import { webhook } from '../../lib/names.ts'
import { shellWord } from '../../lib/quoting.ts'
import type { AdmissionWebhook } from '../../sandbox/interface/admission.ts'
import { checkFaults, type Fault, ofAgents, ofCluster } from '../sandbox-faults.ts'
import { checkAgents, sandboxFlags } from '../sandbox-flags.ts'

/** How to connect to a running sandbox. */
interface Access {
  readonly kubeconfig: string
  readonly url: string
}

export default class Sandbox extends BaseCommand {
  static override summary = 'Run a command against a simulated cluster.'
  static override description =
    `Starts an API server on loopback with simulated nodes (node-a, node-b, ...), and deletes everything at the end.
COMMAND gets KUBECONFIG, and kubeletcfg and nodesize first in PATH; the sandbox exits with its exit code.
Without COMMAND, the sandbox prints an export line for another terminal and serves until Ctrl-C (exit code 130).
docs/sandbox.md describes what is simulated and what is not.`
  static override usage =
    'sandbox [--nodes NUMBER] [--node-cpu CPU] [--node-memory MEMORY] [--kubernetes-version 1.NN] [--load FILE...] [--fault FAULT...] [--metrics-server] [--webhook] [--agents] [--agent-trial DURATION] [-- COMMAND...]'
  static override examples = [
    { description: 'Open a shell that uses the simulated cluster:', command: '<%= config.bin %> sandbox -- sh' },
    { description: 'Test a script on five nodes:', command: '<%= config.bin %> sandbox --nodes 5 -- ./push-to-all.sh' },
    {
      description: 'Test a script while a kubelet is down:',
      command: '<%= config.bin %> sandbox --fault kubelet-down=node-a -- ./resize-at-night.sh',
    },
    {
      description: 'Try what agents do with a document:',
      command: '<%= config.bin %> sandbox --agents -- sh',
    },
    {
      description: 'Serve a cluster with your objects to another terminal:',
      command: '<%= config.bin %> sandbox --load pods.yaml --load quota.yaml',
    },
  ]
  static override args = {
    command: argument({
      description: 'Command to run and its arguments, after --.',
      multiple: true,
      ignoreStdin: true,
    }),
  }
  static override flags = sandboxFlags

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Sandbox)
    const { nodes, load = [], fault: faults = [] } = flags
    checkFaults(faults, nodes)
    checkAgents(flags)
    const { startSandbox } = await import('../../sandbox/start.ts')
    const size = { nodes, nodeCpu: flags['node-cpu'], nodeMemory: flags['node-memory'] }
    const kubernetesVersion = flags['kubernetes-version']
    const { untouchedConfigz } = await import('../../lib/agent/run/untouched-configz.ts')
    const untouched = await untouchedConfigz(kubernetesVersion)
    let configz = (_node: string): object | undefined => untouched
    const cluster = { ...size, kubernetesVersion, configz: (node: string) => configz(node) }
    const asked = flags.webhook ? new ControllerWebhook() : undefined
    const options = { metricsServer: flags['metrics-server'], webhook: asked, load, faults: ofCluster(faults) }
    await using sandbox = await startSandbox({ ...cluster, ...options })
    this.signal.throwIfAborted()
    await using _reviewer = await asked?.connect(sandbox, this.signal)
    using _memory = await givenBack()
    await using agents = flags.agents ? await this.#startAgents(sandbox, flags['agent-trial'], faults) : undefined
    if (agents !== undefined) configz = (node) => (agents.has(node) ? agents.configz(node) : untouched)
    const { command = [] } = args
    process.exitCode = command.length > 0 ? await this.#run(command, sandbox) : await this.#serve(sandbox, flags)
  }

  async #startAgents({ kubeconfig }: Access, trialMs: number, faults: readonly Fault[]) {
    const { startSimulatedAgents } = await import('../../lib/agent/run/simulated-agents.ts')
    return startSimulatedAgents({ kubeconfig, trialMs, faults: ofAgents(faults) }, this.signal)
  }

  async #run(command: readonly string[], { kubeconfig }: Access): Promise<number> {
    const { runCommand } = await import('../../sandbox/shell/run-command.ts')
    // While the command runs, it handles Ctrl-C.
    const [onStart, onEnd] = [() => this.releaseSignals(), () => this.handleSignals()]
    const { programs, signal } = this
    return runCommand(command, { kubeconfig, programs, signal, onStart, onEnd })
  }

  async #serve({ kubeconfig, url }: Access, flags: { quiet: boolean }): Promise<number> {
    this.print(`export KUBECONFIG=${shellWord(kubeconfig)}\n`)
    this.progress(flags).note(`serving ${url} until Ctrl-C`)
    const { signal } = this
    if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }))
    return exitCode(endOf('interrupted'))
  }
}

/** The webhook of the controller, in this process. */
class ControllerWebhook implements AdmissionWebhook {
  readonly name = webhook.name
  #answer: AdmissionWebhook['review'] = async () => 503

  review(question: object): Promise<object | number> {
    return this.#answer(question)
  }

  /** Reads the cluster for each answer, until it is disposed of. */
  async connect({ kubeconfig }: Access, signal: AbortSignal): Promise<AsyncDisposable> {
    const [{ connect }, { answerReview }] = await Promise.all([
      import('../../lib/connect/connect.ts'),
      import('../../lib/fleet/controller/answer-review.ts'),
    ])
    const cluster = await connect({ kubeconfig, userAgent: 'kubeletcfg-controller', unattended: true })
    this.#answer = (question) => answerReview(cluster, question, { signal })
    return { [Symbol.asyncDispose]: async () => cluster.close() }
  }
}

/** Memory is given back after busy times, until it is disposed of. */
async function givenBack(): Promise<Disposable> {
  const { giveBackMemory, memoryOfProcess } = await import('../../lib/loop/give-back-memory.ts')
  const { systemClock } = await import('../../lib/machine/clock.ts')
  const over = new AbortController()
  giveBackMemory(memoryOfProcess(), systemClock, over.signal).catch(() => undefined)
  return { [Symbol.dispose]: () => over.abort() }
}
