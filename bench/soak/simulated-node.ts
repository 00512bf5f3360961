import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installScript, scriptPath } from '../../src/lib/agent/host/rescue/install-script.ts'
import { openStateFolder } from '../../src/lib/agent/host/state-folder/state-folder.ts'

/** A machine that an agent takes for a node: systemctl and kubelet are stand-ins, everything else is real. */
export interface SimulatedNode extends AsyncDisposable {
  readonly stateFolder: string
  readonly kubeconfig: string
  /** The folder of --config-dir. */
  readonly dropIns: string
  /** What every document must say: where the kubelet answers. */
  readonly head: string
  /** How often the kubelet was started. */
  readonly starts: () => number
  /** Runs a program on the node: systemd is its first process, and /run is its own. */
  spawn(command: readonly string[]): ChildProcess
}

/** The unit, as systemctl shows it. `restart` ends the kubelet, and waits until there is another one. */
const systemctl = (folder: string): string => `#!/bin/sh
cd '${folder}'
case $1 in
  list-unit-files) echo 'kubelet.service enabled enabled' ;;
  show) cat unit started ;;
  restart | start)
    read -r before <pid
    [ "$1" = start ] || kill "$before"
    while read -r now <pid; [ "$1" = restart ] && [ "$now" = "$before" ]; do sleep 0.02; done ;;
esac
`

/** Answers to a question of its version, as the program of a kubelet. */
const kubeletProgram = `#!/bin/sh
echo 'Kubernetes v1.36.3'
`

/** Answers on /healthz, as its process. */
const kubeletScript = `
const { createServer } = require('node:http')
createServer((_, answer) => answer.end('ok')).listen(Number(process.env.HEALTHZ_PORT), '127.0.0.1')
`

interface NodeOptions {
  /** The text of that of the kubelet, and of the agent. */
  readonly kubeconfig: string
  readonly healthzPort: number
  /** After each start: a kubelet reports its status then. */
  readonly started: () => Promise<void>
}

export async function startSimulatedNode({ kubeconfig, healthzPort, started }: NodeOptions): Promise<SimulatedNode> {
  const folder = await mkdtemp(join(tmpdir(), 'soak-node-'))
  const at = (...parts: readonly string[]): string => join(folder, ...parts)
  const [stateFolder, dropIns, kubeconfigPath] = [at('state'), at('kubelet.conf.d'), at('kubeconfig')]
  const head = headOf(healthzPort, at('runtime.sock'))
  for (const one of ['bin', 'root', 'kubelet.conf.d']) await mkdir(at(one))
  await openStateFolder(stateFolder)
  await installScript(stateFolder)
  const flags = [`--config=${at('config.yaml')}`, `--config-dir=${dropIns}`, `--kubeconfig=${kubeconfigPath}`]
  const exec = [at('bin', 'kubelet'), ...flags, `--root-dir=${at('root')}`].join(' ')
  await writeFile(kubeconfigPath, kubeconfig)
  await writeFile(at('config.yaml'), head)
  await writeFile(at('kubelet.service'), `[Service]\nExecStart=${exec}\n`)
  await writeFile(at('unit'), unitText({ folder, exec, script: scriptPath(stateFolder) }))
  await writeFile(at('comm'), 'systemd\n')
  await writeFile(at('bin', 'systemctl'), systemctl(folder), { mode: 0o755 })
  await writeFile(at('bin', 'kubelet'), kubeletProgram, { mode: 0o755 })

  const runtime = createServer((socket) => socket.end()).listen(at('runtime.sock'))
  await once(runtime, 'listening')

  let [starts, isOver] = [0, false]
  let kubelet: ChildProcess
  const start = async (): Promise<void> => {
    kubelet = spawn(process.execPath, ['-e', kubeletScript], {
      argv0: at('bin', 'kubelet'),
      env: { HEALTHZ_PORT: String(healthzPort) },
      stdio: 'ignore',
    })
    kubelet.on('exit', () => isOver || void start())
    starts++
    const monotonic = process.hrtime.bigint() / 1000n
    await replace(at('started'), `MainPID=${kubelet.pid}\nExecMainStartTimestampMonotonic=${monotonic}\n`)
    await replace(at('pid'), `${kubelet.pid}\n`)
    await started()
  }
  await start()
  const enter = 'mount --bind "$0/comm" /proc/1/comm && mount -t tmpfs tmpfs /run && exec "$@"'
  return {
    ...{ stateFolder, dropIns, head, kubeconfig: kubeconfigPath, starts: () => starts },
    spawn: (command) =>
      spawn('unshare', ['--mount', 'sh', '-c', enter, folder, ...command], {
        env: { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}` },
        stdio: 'ignore',
      }),
    async [Symbol.asyncDispose]() {
      isOver = true
      runtime.close()
      if (kubelet.kill()) await once(kubelet, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a document has to say here, whatever else it says. The machine may have an old hierarchy of cgroups. */
const headOf = (healthzPort: number, runtime: string): string => `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
healthzPort: ${healthzPort}
containerRuntimeEndpoint: unix://${runtime}
failCgroupV1: false
${'# As long as documents are that people have explained, field by field, for those who come after them.\n'.repeat(40)}`

async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

const unitText = ({ folder, exec, script }: { folder: string; exec: string; script: string }): string =>
  [
    'Id=kubelet.service',
    'LoadState=loaded',
    'ActiveState=active',
    'SubState=running',
    'Type=simple',
    'Restart=always',
    'NRestarts=0',
    'NeedDaemonReload=no',
    `FragmentPath=${join(folder, 'kubelet.service')}`,
    'DropInPaths=',
    `ExecStart={ path=${join(folder, 'bin', 'kubelet')} ; argv[]=${exec} ; ignore_errors=no }`,
    `ExecStartPre={ path=/bin/sh ; argv[]=/bin/sh ${script} ; ignore_errors=yes }`,
    '',
  ].join('\n')
