/** A kubelet to try on a throw-away host. */
export interface Trial {
  readonly program: string
  /** The document, byte for byte. */
  readonly text: string
  /** undefined: it serves no health check. */
  readonly healthz: string | undefined
  /** With drop-ins, it is asked for its configuration, and ended then. */
  readonly dropIns?: DropInTrial
}

export interface DropInTrial {
  /** By their paths below the folder. */
  readonly files: Readonly<Record<string, string>>
  /** Beside those that name the file and the folder. */
  readonly flags: readonly string[]
  readonly port: number
}

/** Where they are on the host. */
export const dropInFolder = '/etc/kubernetes/drop-ins'

/** What became of it. */
export interface EffectResult {
  /** 'hangs': when time was up, it had neither ended nor come to its main loop. */
  readonly end: 'lives' | 'hangs' | `exit ${number}`
  /** Of one that lives: whether its health check answers; undefined if it serves none. */
  readonly healthy?: boolean
  readonly log: string
  /** What it says that it runs with. */
  readonly configz?: string
}
