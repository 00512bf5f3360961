/** What we use of a kubeconfig (client-go, tools/clientcmd/api/v1); paths are absolute. */
export interface Kubeconfig {
  /** Where it comes from, for messages: a path, or several. */
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

/** PEM from the kubeconfig itself, or the path of a file that has it. */
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

/** A program that hands out credentials (client.authentication.k8s.io). */
export interface ExecPlugin {
  readonly apiVersion: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly installHint: string | undefined
  /** It may ask on the terminal, if there is one. */
  readonly mayAsk: boolean
  readonly wantsCluster: boolean
}

/** From before plugins, such as oidc. */
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

/** Several files as one: whoever names something first is right, as for kubectl. */
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
