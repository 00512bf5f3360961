import { runProcess } from '../../support/run-process.ts'

/** What a tool says of a folder of a repository, and why it does not go on. */
export interface Said<Answer> {
  readonly answer: Answer | undefined
  readonly error: string
}

/** By subject. */
export type States = Readonly<Record<string, string>>

export interface Health {
  readonly status: string
  readonly message?: string
}

export interface Synced {
  readonly phase: string
  readonly message: string
  readonly objects: States
}

export interface Tools {
  /** A reconciliation of a Kustomization: what became of each object. */
  fluxApply(folder: string): Promise<Said<States>>
  /** `wait: true` of it. */
  fluxWait(folder: string, timeout: string): Promise<Said<'Ready'>>
  argoDiff(folder: string): Promise<Said<States>>
  argoSync(folder: string): Promise<Said<Synced>>
  argoHealth(folder: string): Promise<Said<Readonly<Record<string, Health>>>>
}

/** Flux and Argo CD, as the program has them, with the rights of these kubeconfigs. */
export function tools(program: string, flux: string, argo: string): Tools {
  const ask = async <Answer>(args: readonly string[], kubeconfig: string): Promise<Said<Answer>> => {
    const { HOME, PATH } = process.env
    const { stdout, stderr } = await runProcess(program, args, { env: { HOME, PATH, KUBECONFIG: kubeconfig } })
    return { answer: stdout === '' ? undefined : (JSON.parse(stdout) as Answer), error: stderr.trim() }
  }
  const name = '--name=kubelet'
  return {
    fluxApply: (folder) => ask(['flux', 'apply', name, folder], flux),
    fluxWait: (folder, timeout) => ask(['flux', 'wait', name, `--timeout=${timeout}`, folder], flux),
    argoDiff: (folder) => ask(['argo', 'diff', name, folder], argo),
    argoSync: (folder) => ask(['argo', 'sync', name, folder], argo),
    argoHealth: (folder) => ask(['argo', 'health', name, folder], argo),
  }
}
