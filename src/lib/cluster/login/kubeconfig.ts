/** The fields of a kubeconfig that are used (client-go, tools/clientcmd/api/v1). Paths are absolute. */
export interface Kubeconfig {
  /** The source, for messages: a path, or several. */
  readonly origin: string
  readonly currentContext: string | undefined
  readonly contexts: ReadonlyMap<string, KubeContext>
  readonly clusters: ReadonlyMap<string, KubeCluster>
  readonly users: ReadonlyMap<string, KubeUser>
}

export interface KubeContext {
  readonly cluster: string
  readonly user: string | undefined
}

/** PEM in the kubeconfig itself, or the path of a file with it. */
export type Pem = { readonly data: string } | { readonly file: string }

export interface KubeCluster {
  readonly server: string
  readonly authority: Pem | undefined
  readonly skipTlsVerify: boolean
  readonly tlsServerName: string | undefined
  readonly proxyUrl: string | undefined
}

export interface KubeUser {
  readonly login: Login
  readonly certificate: { readonly cert: Pem; readonly key: Pem } | undefined
  readonly as: string | undefined
  readonly asUid: string | undefined
  readonly asGroups: readonly string[]
}

/** A credential plugin (client.authentication.k8s.io). */
export interface ExecPlugin {
  readonly apiVersion: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly installHint: string | undefined
  /** Whether the plugin prompts on a terminal: never, if there is one, or always. */
  readonly terminal: 'Never' | 'IfAvailable' | 'Always'
  readonly wantsCluster: boolean
}

/** The predecessor of plugins, such as oidc. */
export interface AuthProvider {
  readonly name: string
  readonly config: unknown
}

export type Login =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'tokenFile'; readonly file: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'exec'; readonly plugin: ExecPlugin }
  | ({ readonly kind: 'authProvider' } & AuthProvider)

/** Merges several files: the first file that defines a name wins, as in kubectl. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const lastFirst = configs.toReversed()
  return {
    origin: configs.map(({ origin }) => origin).join(':'),
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    contexts: new Map(lastFirst.flatMap(({ contexts }) => [...contexts])),
    clusters: new Map(lastFirst.flatMap(({ clusters }) => [...clusters])),
    users: new Map(lastFirst.flatMap(({ users }) => [...users])),
  }
}
