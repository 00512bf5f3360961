/** A credential plugin, by its command. */
interface OfPlugin {
  readonly command: string
}

export type KubeconfigNoun = 'context' | 'cluster' | 'user'

/** What is wrong with a kubeconfig, or with a login that it describes. Nothing here repeats what may be a secret. */
export type LoginFact =
  | { readonly reason: 'KubeconfigMissing'; readonly path?: string; readonly variable?: string }
  | { readonly reason: 'KubeconfigUnreadable'; readonly path: string; readonly errorCode: string }
  | {
      readonly reason: 'KubeconfigNotYaml'
      readonly path: string
      readonly line: number
      readonly problem: YamlProblem
    }
  | { readonly reason: 'KubeconfigFieldMissing'; readonly where: readonly string[]; readonly field: string }
  | {
      readonly reason: 'KubeconfigFieldInvalid'
      /** From the path of the file down to what holds the field. */
      readonly where: readonly string[]
      /** Undefined: what `where` says itself. */
      readonly field: string | undefined
      readonly expected: 'mapping' | 'text' | 'boolean' | 'list' | 'texts'
    }
  | {
      readonly reason: 'KubeconfigEntryMissing'
      readonly noun: KubeconfigNoun
      readonly name: string
      readonly origin: string
      readonly closest: string | undefined
      readonly known: readonly string[]
    }
  | { readonly reason: 'NoCurrentContext'; readonly origin: string; readonly known: readonly string[] }
  | { readonly reason: 'CredentialFileUnreadable'; readonly path: string; readonly errorCode: string }
  | { readonly reason: 'TokenFileEmpty'; readonly path: string }
  | {
      readonly reason: 'ClientCertificateUnusable'
      /** Of OpenSSL, or that certificate and key do not belong together. */
      readonly problem: { readonly kind: 'mismatch' } | { readonly kind: 'unreadable'; readonly errorCode: string }
    }
  | { readonly reason: 'NobodyToImpersonate' }
  | ({ readonly reason: 'PluginNotFound'; readonly installHint: string | undefined } & OfPlugin)
  | ({
      readonly reason: 'PluginFailed'
      readonly exitCode: number | undefined
      readonly signal: string | undefined
      /** Of Node, when it could not be started. */
      readonly errorCode: string | undefined
    } & OfPlugin)
  /** `attended`: a person had been given minutes to log in. */
  | ({ readonly reason: 'PluginTimedOut'; readonly attended: boolean } & OfPlugin)
  | ({ readonly reason: 'PluginGaveNothing' } & OfPlugin)
  | { readonly reason: 'AuthProviderFailed'; readonly provider: string }
  /** API servers have not taken passwords since 1.19: the request is anonymous. */
  | { readonly reason: 'PasswordIgnored'; readonly user: string | undefined }

/** What the YAML parser says, without the text it says it of. */
export type YamlProblem = 'indentation' | 'duplicateKey' | 'missingCharacter' | 'tab' | 'other'
