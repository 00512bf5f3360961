import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { KubeletStateFiles } from '../../../../src/lib/agent/host/kubelet-state-files.ts'
import { type LivePlace, livePath, openLiveFile } from '../../../../src/lib/agent/host/live-config/open-live-file.ts'
import { installScript, scriptPath } from '../../../../src/lib/agent/host/rescue/install-script.ts'
import { ScriptRescue } from '../../../../src/lib/agent/host/rescue/script-rescue.ts'
import { FolderJournal } from '../../../../src/lib/agent/host/state-folder/journal.ts'
import { openStateFolder } from '../../../../src/lib/agent/host/state-folder/state-folder.ts'
import type { Moment } from '../../../../src/lib/agent/model/instant.ts'
import type { ApplyMode } from '../../../../src/lib/agent/ports/live-config.ts'
import { type Ran, runProcess } from '../../../support/run-process.ts'
import { type HostPorts, type HostSide, newestSchema, ownContent } from '../ports/host-side.ts'

export interface RealSide extends HostSide, AsyncDisposable {
  readonly folder: string
  readonly state: string
  readonly kubelet: string
  readonly livePath: string
  readonly counts: string
  readonly moment: () => Moment
  /** What systemctl says of the kubelet; undefined: it does not answer. */
  systemd: { restarts: number } | undefined
  /** Runs the script as systemd does before a start. */
  runScript(shell?: readonly string[]): Promise<Ran>
}

/** A side has been up for a day longer than this machine: tests move the last start into the past, at most to the boot. */
const day = 86_400

/** The shell that a side uses unless told. */
const sh = ['sh'] as const

/** A folder that is a machine as far as the agent's files go, with the real script and a systemctl of its own. */
export async function realSide(mode: ApplyMode = 'file', shell: readonly string[] = sh): Promise<RealSide> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'host-')))
  const at = (...parts: readonly string[]): string => join(folder, ...parts)
  const [state, kubelet, counts] = [at('state'), at('kubelet'), at('run', 'starts')]
  const config = join(kubelet, 'config.yaml')
  for (const one of [at('bin'), at('conf.d'), kubelet]) await mkdir(one)
  await writeFile(config, ownContent, { mode: 0o644 })
  await writeFile(at('bin', 'systemctl'), `#!/bin/sh\ncat '${at('run', 'systemd')}'\n`, { mode: 0o755 })
  const place: LivePlace = mode === 'drop-in' ? { mode, folder: at('conf.d') } : { mode, config }
  const live = livePath(place)
  let boot = 1
  const moment = (): Moment => {
    const bootId = boot === 1 ? thisBoot : `boot-${boot}`
    return { bootId, uptimeMs: process.uptime() * 1000, wallMs: Date.now() }
  }
  let machine = 'one'

  const side: RealSide = {
    folder,
    state,
    kubelet,
    livePath: live,
    counts,
    moment,
    systemd: { restarts: 0 },
    async start(): Promise<HostPorts> {
      await openStateFolder(state)
      await installScript(state)
      const around = { stateFolder: state, root: '/', moment }
      const liveFile = await openLiveFile(place, around)
      // As `agent install` leaves it: --config leads to the node's own file.
      if (mode === 'unit' && (await readIfThere(live)) === undefined) await liveFile.restoreLocal()
      return {
        journal: new FolderJournal(state, { machine, newest: newestSchema }),
        live: liveFile,
        rescue: new ScriptRescue({ ...around, live: liveFile, unit: 'kubelet.service', kubeletRoot: kubelet, counts }),
        stateFiles: new KubeletStateFiles(kubelet),
      }
    },
    live: () => readIfThere(live),
    async edit(content) {
      await rm(live, { force: true })
      await writeFile(live, content)
    },
    stateFile: (name) => readIfThere(join(kubelet, name)),
    setStateFile: (name, content) =>
      content === undefined ? rm(join(kubelet, name), { force: true }) : writeFile(join(kubelet, name), content),
    damageState: (content) => writeFile(join(state, 'state.json'), content),
    damageCheckpoint: (digest) => writeFile(join(state, 'checkpoints', `${digest}.yaml`), 'damage'),
    async kubeletStarts(why) {
      side.systemd = { restarts: why === 'automatic' ? (side.systemd?.restarts ?? 0) + 1 : 0 }
      await side.runScript()
    },
    async reboot() {
      boot += 1
      await rm(at('run'), { recursive: true, force: true })
    },
    async clone() {
      machine = 'another'
    },
    async runScript(given = shell) {
      await mkdir(at('run'), { recursive: true, mode: 0o700 })
      await writeFile(at('run', 'systemd'), answerOf(side.systemd))
      await writeFile(at('run', 'uptime'), `${uptime() + day} 0\n`)
      const script = await readFile(scriptPath(state), 'utf8')
      const env = { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}` }
      const [program = '', ...args] = given
      const text = script.replace('/proc/uptime', at('run', 'uptime'))
      return runProcess(program, [...args, '-c', text, scriptPath(state)], { env })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
  return side
}

const thisBoot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()

const answerOf = (systemd: RealSide['systemd']): string =>
  systemd === undefined ? '' : `NRestarts=${systemd.restarts}\n`

const readIfThere = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)
