/** How documents reach the kubelet of an installation, with the paths that were in force when it was made. */
export type InstalledPlace =
  | { readonly mode: 'file' | 'unit'; readonly config: string }
  | { readonly mode: 'drop-in'; readonly folder: string }

/** What runs the agent: a unit that the installation has made, or the pod of a DaemonSet. */
export type RunsAs = 'service' | 'pod'

/** What an installation has made: written before it makes anything, so that it can be completed or undone. */
export interface Installation {
  readonly schemaVersion: 1
  readonly state: 'installing' | 'installed' | 'uninstalling'
  readonly runsAs: RunsAs
  /** Of the program that wrote it. */
  readonly version: string
  readonly node: string
  readonly namespace: string
  readonly kubeletUnit: string
  readonly kubeletRoot: string
  readonly place: InstalledPlace
  /** What was not there before. Anything else at these paths would be another's. */
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** While it is undone: the kubelet has still to be restarted, and these state files have to go meanwhile. */
  readonly restart?: { readonly stateFiles: readonly string[] } | undefined
}

export type InstallationReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'installation'; readonly installation: Installation }
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' }

export function readInstallation(text: string | undefined): InstallationReading {
  if (text === undefined) return { kind: 'none' }
  const found = parsed(text)
  if (typeof found?.schemaVersion === 'number' && found.schemaVersion > 1) return { kind: 'newer' }
  return isWhole(found) ? { kind: 'installation', installation: found } : { kind: 'damaged' }
}

export const installationText = (installation: Installation): string =>
  `${JSON.stringify(installation, undefined, 2)}\n`

function parsed(text: string): Partial<Installation> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function isWhole(found: Partial<Installation> | undefined): found is Installation {
  if (found === undefined) return false
  const { schemaVersion, runsAs, node, kubeletUnit, kubeletRoot, place, files, folders, restart } = found
  const texts = [node, kubeletUnit, kubeletRoot, found.state, found.namespace]
  return (
    schemaVersion === 1 &&
    (runsAs === 'service' || runsAs === 'pod') &&
    texts.every((text) => typeof text === 'string' && text !== '') &&
    typeof place === 'object' &&
    (restart === undefined || Array.isArray(restart?.stateFiles)) &&
    [files, folders].every((list) => Array.isArray(list) && list.every((path) => /^\/./.test(String(path))))
  )
}
