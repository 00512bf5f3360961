/** A tool that applies a document from elsewhere, such as a Git repository, and stores that again over what others write. */
export interface Keeper {
  /** The field manager. */
  readonly manager: string
  /** What the tool calls the source, such as the name of a Kustomization; undefined when it does not say. */
  readonly source: string | undefined
}

/** `kustomize-controller (flux-system/kubelets)`. */
export const keeperText = ({ manager, source }: Keeper): string =>
  source === undefined ? manager : `${manager} (${source})`

/** The fields of one client of a ConfigMap, as the API server records them. */
export interface FieldOwner {
  readonly manager: string
  readonly operation: string
  /** Whether it owns the text of the document. */
  readonly ownsText: boolean
}

interface Marks {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** Field managers of tools that keep what they have written, also where they do not use server-side apply. */
const keepingManagers: ReadonlySet<string> = new Set([
  'argocd-controller',
  // Argo CD, where it replaces or creates: the name of its program.
  'argocd-application-controller',
  'helm',
  'helm-controller',
])

/**
 * Who applies a document: a client of server-side apply, which would be told of a conflict, and tools that are known to compare. A client
 * that has been overwritten owns the text no more, so that whoever stops such a tool has nothing else to do.
 */
export function keeperOf(owners: readonly FieldOwner[], ours: string, marks: Marks): Keeper | undefined {
  const keeper = owners.find(
    ({ manager, operation, ownsText }) =>
      ownsText && manager !== ours && (operation === 'Apply' || keepingManagers.has(manager)),
  )
  return keeper && { manager: keeper.manager, source: sourceIn(keeper.manager, marks) }
}

/** Marks of another tool may have stayed. */
function sourceIn(manager: string, marks: Marks): string | undefined {
  if (manager === 'kustomize-controller' || manager === 'helm-controller')
    return ofFlux(manager === 'helm-controller' ? 'helm' : 'kustomize', marks)
  if (manager.startsWith('argocd-')) return ofArgo(marks)
  return manager === 'helm' ? marks.annotations['meta.helm.sh/release-name'] : undefined
}

function ofFlux(kind: string, { labels }: Marks): string | undefined {
  const [of, found] = ['namespace', 'name'].map((part) => labels[`${kind}.toolkit.fluxcd.io/${part}`])
  return of === undefined || found === undefined ? found : `${of}/${found}`
}

function ofArgo({ namespace, name, annotations }: Marks): string | undefined {
  const suffix = `:/ConfigMap:${namespace}/${name}`
  const tracking = annotations['argocd.argoproj.io/tracking-id']
  return tracking?.endsWith(suffix) ? tracking.slice(0, -suffix.length) : undefined
}
