import { runCommand } from '../../src/sandbox/shell/run-command.ts'
import { serve } from '../../src/sandbox/shell/serve.ts'
import { fileOf } from '../support/installed.ts'
import { StandIn } from './stand-in.ts'

/** A process of its own, for signals and exit codes: runs its arguments against a stand-in. */
await using sandbox = await serve(new StandIn())
process.exitCode = await runCommand(process.argv.slice(2), {
  kubeconfig: sandbox.kubeconfig,
  programs: Object.fromEntries(
    ['kubeletcfg', 'nodesize', 'kubectl-kubeletcfg', 'kubectl-nodesize'].map((name) => [
      name,
      [process.execPath, fileOf(name)],
    ]),
  ),
  signal: new AbortController().signal,
  onStart: () => undefined,
  onEnd: () => undefined,
})
