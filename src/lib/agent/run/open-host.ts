import { join } from 'node:path'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { parseFlags } from '../../kubelet/flags/parse-flags.ts'
import { type ApplyModeName, chooseApplyMode } from '../../kubelet/layout/apply-mode.ts'
import { NoConfigFile } from '../../kubelet/layout/layout-messages.ts'
import type { KubeletSetup } from '../../kubelet/layout/setup.ts'
import { emptyDocument } from '../../kubelet/model/empty-document.ts'
import { oldest, type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { hashedMachineId } from '../../machine/machine-id.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { discoverKubelet } from '../host/kubelet/discover.ts'
import { kubeletHealth } from '../host/kubelet/kubelet-health.ts'
import { kubeletServiceOver } from '../host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../host/kubelet/node-access.ts'
import { rescueConnectionOver } from '../host/kubelet/rescue-connection.ts'
import { KubeletStateFiles } from '../host/kubelet-state-files.ts'
import { type LivePlace, livePath, openLiveFile } from '../host/live-config/open-live-file.ts'
import { momentNow } from '../host/machine/moment.ts'
import { ThisMachine } from '../host/machine/this-machine.ts'
import { ScriptRescue } from '../host/rescue/script-rescue.ts'
import { FolderJournal } from '../host/state-folder/journal.ts'
import { lockStateFolder } from '../host/state-folder/lock.ts'
import { openStateFolder } from '../host/state-folder/state-folder.ts'
import { rescueDropInPath } from '../installation/places.ts'
import { journalVersion } from '../journal/journal.ts'
import { decodeAny } from '../loop/decode-document.ts'
import type { Host } from '../loop/dependencies.ts'
import { type LoopFact, StateFolderLocked } from '../loop/loop-messages.ts'
import type { AgentNode } from '../ports/agent-node.ts'
import type { LiveConfig } from '../ports/live-config.ts'
import { installedHere } from './installed-here.ts'

export interface HostOptions {
  readonly stateFolder: string
  readonly applyMode: ApplyModeName | 'auto'
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
  /** The command that runs another one on the host; empty outside of a container. */
  readonly prefix: readonly string[]
}

/** What the health of a kubelet is asked with. */
export interface HealthOptions {
  readonly agentNode: AgentNode
  /** Reads the token that is shown to the kubelet. */
  readonly token: () => Promise<string>
}

export interface OpenHost extends Disposable {
  /** The kubeconfig of the kubelet, a path of the host. */
  readonly kubeletKubeconfig: string | undefined
  /** What of the installation is lost. */
  readonly lost: LoopFact | undefined
  hostWith(options: HealthOptions): Host
}

/** Finds the kubelet, and locks the state folder. Rejects with Failure 'refused' when an agent cannot work here. */
export async function openHost(options: HostOptions, limits: Limits): Promise<OpenHost> {
  const { root } = options
  const node = nodeAccess(options.prefix)
  const found = await discoverKubelet(node, limits)
  if ('refused' in found) throw new Failure('refused', found.refused)
  const { setup } = found
  const installed = await installedHere({ ...options, setup, node }, limits)
  const stateFolder = await openStateFolder(options.stateFolder)
  const lock = await lockStateFolder(stateFolder)
  if (lock === undefined) throw locked(options.stateFolder)
  const kubelet = kubeletServiceOver(node, setup.unit)
  const version = await kubelet.version(limits)
  const release = releaseOfKubelet(version)?.release ?? oldest
  const place = installed.place ?? placeOf(setup, options.applyMode, release)
  const siblings = { folder: setup.configDir, config: place.mode === 'drop-in' ? setup.config : undefined }
  const live = await openLiveFile(place, { stateFolder, root, moment: momentNow, siblings })
  const reader = { machine: await hashedMachineId(root), newest: journalVersion }
  const kubeletRoot = setup.rootDir
  const runtimeEndpoint = await runtimeEndpointOf(setup, live, release)
  const rescueConnection = rescueConnectionOver(node, {
    ...{ unit: setup.unit, stateFolder },
    dropInPath: rescueDropInPath(setup.unit),
    isInstalled: installed.isInstalled,
  })
  const rescue = new ScriptRescue({ stateFolder, live, unit: setup.unit, kubeletRoot, root, moment: momentNow })
  return {
    kubeletKubeconfig: setup.kubeconfig,
    lost: installed.lost,
    hostWith: ({ agentNode, token }) => ({
      journal: new FolderJournal(stateFolder, reader),
      ...{ live, kubelet, rescue, rescueConnection },
      stateFiles: new KubeletStateFiles(join(root, kubeletRoot)),
      health: kubeletHealth({ node, agentNode, token, service: kubelet, moment: momentNow, runtimeEndpoint }),
      machine: new ThisMachine({ stateFolder, root, livePath: livePath(place), kubeletRoot }),
    }),
    [Symbol.dispose]: () => lock.release(),
  }
}

/** Of the node's own configuration: a document may name another one. */
async function runtimeEndpointOf(
  { line }: KubeletSetup,
  live: Pick<LiveConfig, 'readLocal'>,
  release: Release,
): Promise<string> {
  const byFlag = parseFlags(line.words).given.findLast(({ flag }) => flag.name === 'container-runtime-endpoint')
  const bytes = await live.readLocal()
  const document = bytes && (await decodeAny(bytes, release))
  return byFlag?.value ?? new Effective(document ?? emptyDocument, release).text('containerRuntimeEndpoint')
}

const locked = (path: string): Failure<LoopFact> =>
  new Failure('refused', StateFolderLocked({ subject: fileSubject(path) }))

/** Where documents go. Throws Failure 'refused' when this kubelet cannot be configured in that way. */
function placeOf(setup: KubeletSetup, asked: ApplyModeName | 'auto', release: Release): LivePlace {
  const choice = chooseApplyMode(setup, asked, release)
  if ('refused' in choice) throw new Failure('refused', choice.refused)
  const { config, configDir } = setup
  if (choice.mode === 'drop-in' && configDir !== undefined) return { mode: choice.mode, folder: configDir }
  if (choice.mode !== 'drop-in' && config !== undefined) return { mode: choice.mode, config }
  throw new Failure('refused', NoConfigFile())
}
