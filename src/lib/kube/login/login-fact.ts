/** A credential plugin, by its command. */
interface OfPlugin {
  readonly command: string
}

export type KubeconfigNoun = 'context' | 'cluster' | 'user'

/** A problem of a kubeconfig, or of a login that it describes. Contains nothing that may be secret. */
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
      /** From the path of the file down to the object that has the field. */
      readonly where: readonly string[]
      /** undefined: the problem is `where` itself. */
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
      /** The code of OpenSSL, or a certificate and key that do not match. */
      readonly problem: { readonly kind: 'mismatch' } | { readonly kind: 'unreadable'; readonly errorCode: string }
    }
  /** `path`: of the file; undefined for data in the kubeconfig. */
  | { readonly reason: 'CertificateAuthorityUnusable'; readonly path: string | undefined }
  | { readonly reason: 'NobodyToImpersonate' }
  | ({ readonly reason: 'PluginNotFound'; readonly installHint: string | undefined } & OfPlugin)
  | ({
      readonly reason: 'PluginFailed'
      readonly exitCode: number | undefined
      readonly signal: string | undefined
      /** Node's code when it could not be started. */
      readonly errorCode: string | undefined
    } & OfPlugin)
  /** `attended`: a person had several minutes to log in. */
  | ({ readonly reason: 'PluginTimedOut'; readonly attended: boolean } & OfPlugin)
  | ({ readonly reason: 'PluginGaveNothing' } & OfPlugin)
  | ({ readonly reason: 'PluginNeedsTerminal' } & OfPlugin)
  | { readonly reason: 'AuthProviderFailed'; readonly provider: string }
  /** API servers have not accepted passwords since 1.19: the request is anonymous. */
  | { readonly reason: 'PasswordIgnored'; readonly user: string | undefined }

/** The problem that the YAML parser reports, without the text of the file. */
export type YamlProblem = 'indentation' | 'duplicateKey' | 'missingCharacter' | 'tab' | 'other'
