import type { InstalledPlace } from './installation.ts'

/** A file that only one apply mode makes. */
export interface Trace {
  readonly mode: InstalledPlace['mode']
  readonly path: string
}

export type ModeFound =
  | { readonly kind: 'mode'; readonly mode: InstalledPlace['mode']; readonly by: readonly string[] }
  /** Nothing of the kubelet's was changed yet. */
  | { readonly kind: 'none' }
  /** They contradict each other. */
  | { readonly kind: 'unclear'; readonly paths: readonly string[] }

/** The apply mode of an installation whose record is lost, by what it has left. */
export function modeOfLeftovers(leftovers: readonly Trace[]): ModeFound {
  const [first] = leftovers
  if (first === undefined) return { kind: 'none' }
  const paths = [...new Set(leftovers.map(({ path }) => path))]
  if (leftovers.some(({ mode }) => mode !== first.mode)) return { kind: 'unclear', paths }
  return { kind: 'mode', mode: first.mode, by: paths }
}

/** What the unit of an agent says about its installation. */
export interface UnitTrace {
  readonly mode: InstalledPlace['mode'] | undefined
  readonly node: string | undefined
  readonly namespace: string | undefined
  /** The program that it starts. */
  readonly executable: string | undefined
}

export function unitTraceIn(text: string): UnitTrace {
  const flag = (name: string): string | undefined => new RegExp(`[ "]--${name}=([^\\s"]+)`).exec(text)?.[1]
  const mode = flag('apply-mode')
  return {
    mode: mode === 'file' || mode === 'unit' || mode === 'drop-in' ? mode : undefined,
    node: flag('node-name'),
    namespace: flag('namespace'),
    executable: /^ExecStart="?(\/[^\s"]+)/m.exec(text)?.[1],
  }
}
