import { type AgentServer, agentKubeconfig } from './agent-kubeconfig.ts'
import { agentUnitText } from './agent-unit.ts'
import type { WantedFile } from './file-plan.ts'
import type { InstalledPlace, RunsAs } from './installation.ts'
import {
  agentUnitPath,
  configDropInPath,
  dropInFolder,
  executablePath,
  kubeconfigPath,
  type Places,
  rescueDropInPath,
  tokenPath,
} from './places.ts'

/** What the rescue of the kubelet consists of (lib/agent/host/rescue). */
export interface RescueFiles {
  readonly scriptPath: string
  readonly script: string
  /** The drop-in of the kubelet's unit. */
  readonly dropIn: string
}

export interface WantedFiles {
  readonly runsAs: RunsAs
  readonly node: string
  readonly namespace: string
  readonly places: Places
  /** The file that is running now; undefined: a pod has its own. */
  readonly executable: string | undefined
  readonly kubeletUnit: string
  readonly kubeletRoot: string
  readonly place: InstalledPlace
  /** Of the targets that start the kubelet at boot. */
  readonly wantedBy: readonly string[]
  /** How the API server is reached with a token of ours, or a kubeconfig that is used as it is. */
  readonly login: { readonly server: AgentServer } | { readonly kubeconfig: string }
  /** Flags for `agent run`. */
  readonly flags: readonly string[]
  readonly rescue: RescueFiles
  /** The drop-in that gives our file to --config, in the mode `unit`. */
  readonly configDropIn: string | undefined
}

/** In the order in which they are written: the units are last, when everything that they need is there. */
export function wantedFiles(wanted: WantedFiles): readonly WantedFile[] {
  const { kubeletUnit, rescue, configDropIn, runsAs } = wanted
  const isService = runsAs === 'service'
  return [
    ...(isService ? programFiles(wanted) : []),
    { path: rescue.scriptPath, mode: 0o700, content: { kind: 'text', text: rescue.script } },
    textFile(rescueDropInPath(kubeletUnit), rescue.dropIn),
    ...(configDropIn === undefined ? [] : [textFile(configDropInPath(kubeletUnit), configDropIn)]),
    ...(isService ? [textFile(agentUnitPath, unitText(wanted))] : []),
  ]
}

function programFiles({ places, executable, login }: WantedFiles): readonly WantedFile[] {
  return [
    ...(executable === undefined
      ? []
      : [{ path: executablePath(places), mode: 0o755, content: { kind: 'copy' as const, of: executable } }]),
    ...('server' in login ? loginFiles(login.server, places) : []),
  ]
}

const textFile = (path: string, text: string): WantedFile => ({ path, mode: 0o644, content: { kind: 'text', text } })

const loginFiles = (server: AgentServer, places: Places): readonly WantedFile[] => [
  {
    path: kubeconfigPath(places),
    mode: 0o600,
    content: { kind: 'text', text: agentKubeconfig({ server, tokenFile: tokenPath(places) }) },
  },
  { path: tokenPath(places), mode: 0o600, content: { kind: 'secret' } },
]

const unitText = (wanted: WantedFiles): string =>
  agentUnitText({
    command: [executablePath(wanted.places), 'agent', 'run', ...argumentsOf(wanted)],
    writable: writableFolders(wanted),
    wantedBy: wanted.wantedBy,
  })

const argumentsOf = ({ node, namespace, places, login, place, flags }: WantedFiles): readonly string[] => [
  `--node-name=${node}`,
  `--namespace=${namespace}`,
  `--kubeconfig=${'kubeconfig' in login ? login.kubeconfig : kubeconfigPath(places)}`,
  `--state-folder=${places.stateFolder}`,
  `--apply-mode=${place.mode}`,
  ...flags,
]

function writableFolders({ places, place, kubeletRoot, kubeletUnit }: WantedFiles): readonly string[] {
  const live = place.mode === 'drop-in' ? place.folder : folderOf(place.config)
  return [...new Set([places.stateFolder, live, kubeletRoot, dropInFolder(kubeletUnit)])]
}

export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1))
