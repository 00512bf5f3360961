import { string as argument } from '@oclif/core/args'
import { checkFaults } from '../../lib/cli/flags/sandbox-faults.ts'
import { sandboxFlags } from '../../lib/cli/flags/sandbox-flags.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { exitCode } from '../../lib/cli/shell/exit.ts'
import { quote } from '../../lib/cli/terminal/quote.ts'
import type { RunningSandbox } from '../../sandbox/start.ts'

export default class Sandbox extends BaseCommand {
  static override summary = 'Run a command against a simulated cluster, or keep one at hand.'
  static override description =
    'An API server on loopback with simulated nodes node-a, node-b and so on: no cluster is needed, and nothing stays behind. A COMMAND finds it by KUBECONFIG, has kubeletcfg and nodesize first in PATH, and its exit code is returned. Without one, the sandbox prints a line for the shell of another terminal, and stays until Ctrl-C; it exits 130 then. A shell that evaluates its output would wait for ever: give it as COMMAND instead.'
  static override usage =
    'sandbox [--nodes NUMBER] [--node-cpu CPU] [--node-memory MEMORY] [--kubernetes-version 1.NN] [--load FILE...] [--fault FAULT...] [-- COMMAND...]'
  static override examples = [
    { description: 'Look around:', command: '<%= config.bin %> sandbox -- sh' },
    { description: 'Test a script of yours:', command: '<%= config.bin %> sandbox --nodes 5 -- ./push-to-all.sh' },
    {
      description: 'And what it does when a kubelet is down:',
      command: '<%= config.bin %> sandbox --fault kubelet-down=node-a -- ./resize-at-night.sh',
    },
    {
      description: 'With objects of your own, for another terminal:',
      command: '<%= config.bin %> sandbox --load pods.yaml --load quota.yaml',
    },
  ]
  static override args = {
    command: argument({
      description: 'What to run, with its arguments, after --.',
      multiple: true,
      ignoreStdin: true,
    }),
  }
  static override flags = sandboxFlags

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Sandbox)
    const { nodes, load = [], fault: faults = [] } = flags
    checkFaults(faults, nodes)
    const { startSandbox } = await import('../../sandbox/start.ts')
    const size = { nodes, nodeCpu: flags['node-cpu'], nodeMemory: flags['node-memory'] }
    await using sandbox = await startSandbox({ ...size, kubernetesVersion: flags['kubernetes-version'], load, faults })
    this.signal.throwIfAborted()
    const { command = [] } = args
    process.exitCode = command.length > 0 ? await this.#run(command, sandbox) : await this.#stay(sandbox, flags)
  }

  async #run(command: readonly string[], { kubeconfig }: RunningSandbox): Promise<number> {
    const { runCommand } = await import('../../sandbox/shell/run-command.ts')
    // While it runs, Ctrl-C is for the command to judge.
    const [onStart, onEnd] = [() => this.leaveSignals(), () => this.regainSignals()]
    return runCommand(command, { kubeconfig, signal: this.signal, onStart, onEnd })
  }

  async #stay({ kubeconfig, url }: RunningSandbox, flags: { quiet: boolean }): Promise<number> {
    this.print(`export KUBECONFIG=${quote(kubeconfig)}\n`)
    this.progress(flags).note(`serving ${url} until Ctrl-C`)
    const { signal } = this
    if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }))
    return exitCode('interrupted')
  }
}
