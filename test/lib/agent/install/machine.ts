import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { KubeletStateFiles } from '../../../../src/lib/agent/host/kubelet-state-files.ts'
import { liveLeftovers, traceOf } from '../../../../src/lib/agent/host/live-config/live-leftovers.ts'
import { livePath, openLiveFile } from '../../../../src/lib/agent/host/live-config/open-live-file.ts'
import { rescueDropIn, scriptPath } from '../../../../src/lib/agent/host/rescue/install-script.ts'
import { rescueScript } from '../../../../src/lib/agent/host/rescue/script.ts'
import { FolderJournal } from '../../../../src/lib/agent/host/state-folder/journal.ts'
import { isInUse, keepAgentsAway } from '../../../../src/lib/agent/host/state-folder/keep-agents-away.ts'
import { journalToLookAt } from '../../../../src/lib/agent/host/state-folder/look-at-journal.ts'
import { openStateFolder } from '../../../../src/lib/agent/host/state-folder/state-folder.ts'
import type { InstallRequest, InstallWorld } from '../../../../src/lib/agent/install/install-world.ts'
import type { UninstallWorld } from '../../../../src/lib/agent/install/uninstall-world.ts'
import type { InstalledPlace } from '../../../../src/lib/agent/installation/installation.ts'
import { configDropInPath, usualPlaces } from '../../../../src/lib/agent/installation/places.ts'
import { type Journal, journalVersion } from '../../../../src/lib/agent/journal/journal.ts'
import type { LiveConfig } from '../../../../src/lib/agent/ports/live-config.ts'
import type { KubeletSetup } from '../../../../src/lib/kubelet/layout/setup.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { settled } from './journals.ts'
import { below, listingOf, recorded } from './machine-files.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** A document with these fields. */
export const document = (fields: string): string => `${header}${fields}`

export const ownConfig = '/var/lib/kubelet/config.yaml'
export const { stateFolder } = usualPlaces
const program = '/srv/kubeletcfg'
const reader = { machine: undefined, newest: journalVersion }

/** A node whose files are real, below a folder of their own; its systemd, kubelet and cluster are simulated. */
export interface Machine extends AsyncDisposable {
  readonly install: InstallWorld
  readonly uninstall: UninstallWorld
  /** What was done to it, in order. */
  readonly diary: string[]
  readonly kubelet: { pid: number; startedAtMs: number | undefined }
  readonly agent: { isActive: boolean; isEnabled: boolean }
  /** Its service runs, and has not said that it is ready. */
  isStarting: boolean
  /** Happens when systemd stops the agent, before it has stopped. */
  onStop: () => Promise<void>
  path(path: string): string
  text(path: string): string | undefined
  write(path: string, text: string): void
  live(place?: InstalledPlace): Promise<LiveConfig>
  /** Restarts the kubelet: it reads the file that is there now. */
  restartKubelet(): void
  journal(change: Partial<Journal>): Promise<void>
  saveCheckpoint(text: string): Promise<string>
  /** Every path below the root but those of the program itself, with its mode and its content. */
  listing(): readonly string[]
}

interface Options {
  /** Fields of the node's own file. */
  readonly own?: string
  /** The unit has its --config in a variable, as that of kubeadm. */
  readonly variable?: boolean
}

export const request = (more: Partial<InstallRequest> = {}): InstallRequest => ({
  ...{ runsAs: 'service', nodeName: undefined, namespace: 'kube-system', places: usualPlaces },
  ...{ applyMode: 'auto', agentKubeconfig: undefined, flags: [] },
  ...more,
})

/** The clock of a machine whose acts follow each other. */
let uptimeMs = 10_000
const moment = () => ({ bootId: 'boot', uptimeMs: ++uptimeMs, wallMs: Date.now() })

export async function makeMachine({ own = 'maxPods: 60\n', variable = false }: Options = {}): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), 'machine-'))
  const diary: string[] = []
  const path = (of: string): string => join(root, of)
  const write = (of: string, text: string): void => {
    mkdirSync(dirname(path(of)), { recursive: true })
    writeFileSync(path(of), text)
  }
  const text = (of: string): string | undefined => (existsSync(path(of)) ? readFileSync(path(of), 'utf8') : undefined)
  write(program, '#!/bin/true\n')
  write(ownConfig, document(own))
  for (const folder of ['/usr/local/bin', '/etc/systemd/system', '/run']) mkdirSync(path(folder), { recursive: true })
  const agent = { isActive: false, isEnabled: false }
  const kubelet = { pid: 1, startedAtMs: moment().uptimeMs as number | undefined }
  const restartKubelet = (): void => {
    kubelet.pid += 1
    kubelet.startedAtMs = moment().uptimeMs
  }
  const setup = (): KubeletSetup => ({
    ...{ unit: 'kubelet.service', layout: variable ? 'kubeadm' : 'plain', program: '/usr/bin/kubelet' },
    ...{ unitFiles: ['/usr/lib/systemd/system/kubelet.service'], environmentFiles: [] },
    line: { words: [], unset: [], environmentFiles: [], notes: [] } as unknown as KubeletSetup['line'],
    config: text(configDropInPath('kubelet.service'))?.match(/--config=(\S+)/)?.[1] ?? ownConfig,
    ...{ configDir: undefined, rootDir: '/var/lib/kubelet', kubeconfig: '/etc/kubernetes/kubelet.conf' },
    hostnameOverride: undefined,
    configVariable: variable ? 'KUBELET_CONFIG_ARGS' : undefined,
  })
  const files = recorded(below(path), diary)
  const open = (place: InstalledPlace, folder: string) =>
    openLiveFile(place, { stateFolder: path(folder), root, moment })
  const units = {
    reload: async () => void diary.push('run systemctl daemon-reload'),
    enableNow: async (unit: string) => {
      diary.push(`run systemctl enable ${unit}`, `run systemctl restart ${unit}`)
      Object.assign(agent, { isActive: true, isEnabled: true })
    },
    disableNow: async () => {
      await machine.onStop()
      Object.assign(agent, { isActive: false, isEnabled: false })
    },
    isActive: async () => agent.isActive && !machine.isStarting,
    isStopped: async () => !agent.isActive,
    wantedBy: async () => ['multi-user.target'],
  }
  const service = {
    state: async () => ({
      ...{ unit: 'kubelet.service', activeState: 'active', subState: 'running', restarts: 0, lastExit: undefined },
      mainPid: kubelet.pid,
      startedAtMs: kubelet.startedAtMs,
    }),
    version: async () => 'v1.36.3',
    commandLine: async () => undefined,
    restart: async (whileStopped: (() => Promise<void>) | undefined) => {
      await whileStopped?.()
      restartKubelet()
      diary.push('restart the kubelet')
      return service.state()
    },
  }
  const discover = async () => ({ setup: setup(), care: [] })
  const machine: Machine = {
    ...{ diary, kubelet, agent, path, text, write, restartKubelet },
    ...{ onStop: async () => undefined, isStarting: false },
    live: (place = { mode: 'file', config: ownConfig }) => open(place, stateFolder),
    async journal(change) {
      await openStateFolder(path(stateFolder))
      await new FolderJournal(path(stateFolder), reader).write({ ...settled, ...change })
    },
    async saveCheckpoint(content) {
      await openStateFolder(path(stateFolder))
      return new FolderJournal(path(stateFolder), reader).saveCheckpoint(Buffer.from(content))
    },
    listing: () => listingOf(root),
    install: {
      machine: {
        ...{ isRoot: true, machineId: 'm', bootId: 'boot', executable: program, version: '0.1.0' },
        missingPrograms: [],
      },
      ...{ files, units, discover, livePath },
      enrollment: {
        machineOf: async () => ({ uid: 'u', machineId: 'm', bootId: 'boot' }),
        requestToken: async ({ serviceAccount }) => {
          diary.push(`request a token of serviceaccount/${serviceAccount}`)
          return { token: 'secret', expiresAt: 0 }
        },
      },
      kubeletVersion: service.version,
      kubeletCredentials: async () => ({
        server: {
          ...{ server: 'https://api.example:6443', authority: 'PEM', skipTlsVerify: false },
          ...{ tlsServerName: undefined, proxyUrl: undefined },
        },
        user: 'system:node:node-a',
      }),
      configDropIn: async (_, live) => (variable ? `[Service]\nEnvironment=X=--config=${live}\n` : undefined),
      async prepareLive(place, folder) {
        await openStateFolder(path(folder))
        diary.push(`link ${livePath(place)} to ${'config' in place ? place.config : ''}`)
        await (await open(place, folder)).restoreLocal()
      },
      rescueFiles: (folder) => ({ scriptPath: scriptPath(folder), script: rescueScript, dropIn: rescueDropIn(folder) }),
      isInUse: (folder) => isInUse(path(folder)),
      async tryCredentials(kubeconfig) {
        if (text(kubeconfig) === undefined)
          throw new (await import('../../../../src/lib/message/failure.ts')).Failure('refused', { reason: 'NoToken' })
        diary.push(`try the credentials of ${kubeconfig}`)
      },
    },
    uninstall: {
      machine: { isRoot: true },
      ...{ files, units, discover, livePath, traceOf },
      clock: { ...systemClock, sleep: async () => undefined },
      live: (place, folder) => open(place, folder),
      liveLeftovers: async (folder) =>
        (await liveLeftovers(path(folder))).map((trace) => ({ ...trace, path: trace.path.slice(root.length) })),
      ownConfig: async () => ownConfig,
      journal: async (folder) => journalToLookAt(path(folder), reader),
      keepAgentsAway: (folder) => keepAgentsAway(path(folder)),
      kubelet: () => service,
      stateFiles: (folder) => new KubeletStateFiles(path(folder)),
      withdraw: async (_, node) => void diary.push(`withdraw from ${node}`),
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
  return machine
}
