import { errnoText } from '../../errno.ts'
import { type FactOf, message } from '../../message/message.ts'

/** A credential plugin, by its command. */
interface OfPlugin {
  readonly command: string
}

export type KubeconfigNoun = 'context' | 'cluster' | 'user'

/** A problem of a kubeconfig, or of a login that it describes. Contains nothing that may be secret. */
export type LoginFact =
  | FactOf<typeof KubeconfigMissing>
  | FactOf<typeof KubeconfigUnreadable>
  | FactOf<typeof KubeconfigNotYaml>
  | FactOf<typeof KubeconfigFieldMissing>
  | FactOf<typeof KubeconfigFieldInvalid>
  | FactOf<typeof KubeconfigEntryMissing>
  | FactOf<typeof NoCurrentContext>
  | FactOf<typeof CredentialFileUnreadable>
  | FactOf<typeof TokenFileEmpty>
  | FactOf<typeof ClientCertificateUnusable>
  | FactOf<typeof CertificateAuthorityUnusable>
  | FactOf<typeof NobodyToImpersonate>
  | FactOf<typeof PluginNotFound>
  | FactOf<typeof PluginFailed>
  | FactOf<typeof PluginTimedOut>
  | FactOf<typeof PluginGaveNothing>
  | FactOf<typeof PluginNeedsTerminal>
  | FactOf<typeof AuthProviderFailed>
  | FactOf<typeof PasswordIgnored>

/** The problem that the YAML parser reports, without the text of the file. */
export type YamlProblem = 'indentation' | 'duplicateKey' | 'missingCharacter' | 'tab' | 'other'

export const KubeconfigMissing = message(
  'KubeconfigMissing',
  ({ path, variable }: { path?: string; variable?: string }) => ({
    said:
      variable !== undefined
        ? `KUBECONFIG=${variable}: no such file`
        : path !== undefined
          ? `kubeconfig '${path}' does not exist`
          : 'no kubeconfig',
    hints: ['set KUBECONFIG or give --kubeconfig'],
  }),
)

export const KubeconfigUnreadable = message(
  'KubeconfigUnreadable',
  ({ path, errorCode }: { path: string; errorCode: string }) =>
    `kubeconfig '${path}' cannot be read: ${errnoText(errorCode)}`,
)

export const KubeconfigNotYaml = message(
  'KubeconfigNotYaml',
  ({ path, line, problem }: { path: string; line: number; problem: YamlProblem }) =>
    `kubeconfig '${path}' is not YAML: ${yamlProblems[problem]} in line ${line}`,
)

export const KubeconfigFieldMissing = message(
  'KubeconfigFieldMissing',
  (fact: { where: readonly string[]; field: string }) => `${where(fact.where)}: ${fact.field} is missing`,
)

export const KubeconfigFieldInvalid = message(
  'KubeconfigFieldInvalid',
  ({
    field,
    expected,
    ...fact
  }: {
    /** From the path of the file down to the object that has the field. */
    where: readonly string[]
    /** undefined: the problem is `where` itself. */
    field: string | undefined
    expected: 'mapping' | 'text' | 'boolean' | 'list' | 'texts'
  }) => `${where([...fact.where, ...(field === undefined ? [] : [field])])} is not ${expectations[expected]}`,
)

export const KubeconfigEntryMissing = message(
  'KubeconfigEntryMissing',
  ({
    noun,
    name,
    origin,
    closest,
    known,
  }: {
    noun: KubeconfigNoun
    name: string
    origin: string
    closest: string | undefined
    known: readonly string[]
  }) => ({
    said: `${noun} '${name}' is not in kubeconfig '${origin}'`,
    hints: [...(closest === undefined ? [] : [`did you mean ${closest}?`]), ...listed(known)],
  }),
)

export const NoCurrentContext = message(
  'NoCurrentContext',
  ({ origin, known }: { origin: string; known: readonly string[] }) => ({
    said: `no current context in kubeconfig '${origin}'`,
    hints: ['choose one with --context', ...listed(known)],
  }),
)

export const CredentialFileUnreadable = message(
  'CredentialFileUnreadable',
  ({ path, errorCode }: { path: string; errorCode: string }) =>
    `file '${path}' of the kubeconfig cannot be read: ${errnoText(errorCode)}`,
)

export const TokenFileEmpty = message('TokenFileEmpty', ({ path }: { path: string }) => `token file '${path}' is empty`)

export const ClientCertificateUnusable = message(
  'ClientCertificateUnusable',
  ({
    problem,
  }: {
    /** The code of OpenSSL, or a certificate and key that do not match. */
    problem: { readonly kind: 'mismatch' } | { readonly kind: 'unreadable'; readonly errorCode: string }
  }) =>
    problem.kind === 'mismatch'
      ? 'client-certificate and client-key of the kubeconfig do not match'
      : `client-certificate or client-key of the kubeconfig cannot be used: ${problem.errorCode}`,
)

/** `path`: of the file; undefined for data in the kubeconfig. */
export const CertificateAuthorityUnusable = message(
  'CertificateAuthorityUnusable',
  ({ path }: { path: string | undefined }) => ({
    said: `${path === undefined ? 'certificate-authority-data of the kubeconfig' : `certificate authority ${path}`} has no certificate in PEM`,
    hints: ['copy it again from a kubeconfig that works'],
  }),
)

export const NobodyToImpersonate = message('NobodyToImpersonate', () => ({
  said: '--as-group needs a user to impersonate',
  hints: ['add --as USER'],
}))

export const PluginNotFound = message(
  'PluginNotFound',
  ({ command, installHint }: OfPlugin & { installHint: string | undefined }) => ({
    said: `${plugin(command)} was not found`,
    hints: [installHint ?? 'install it, or add its folder to PATH'],
  }),
)

export const PluginFailed = message(
  'PluginFailed',
  ({
    command,
    exitCode,
    signal,
    errorCode,
  }: OfPlugin & {
    exitCode: number | undefined
    signal: string | undefined
    /** Node's code when it could not be started. */
    errorCode: string | undefined
  }) => {
    const end = signal === undefined ? `exit code ${exitCode}` : `killed by ${signal}`
    return {
      said: `${plugin(command)} failed: ${errorCode === undefined ? end : errnoText(errorCode)}`,
      hints: [byHand],
    }
  },
)

/** `attended`: a person had several minutes to log in. */
export const PluginTimedOut = message('PluginTimedOut', ({ command, attended }: OfPlugin & { attended: boolean }) => ({
  said: `${plugin(command)} did not finish in time`,
  hints: [attended ? byHand : 'allow more time with --request-timeout'],
}))

export const PluginGaveNothing = message('PluginGaveNothing', ({ command }: OfPlugin) => ({
  said: `${plugin(command)} returned no credential`,
  hints: [byHand],
}))

export const PluginNeedsTerminal = message('PluginNeedsTerminal', ({ command }: OfPlugin) => ({
  said: `${plugin(command)} requires a terminal, but stdin is not a terminal`,
  hints: ['run the command on a terminal'],
}))

export const AuthProviderFailed = message(
  'AuthProviderFailed',
  ({ provider }: { provider: string }) => `auth provider '${provider}' of the kubeconfig returned no credential`,
)

/** API servers have not accepted passwords since 1.19: the request is anonymous. */
export const PasswordIgnored = message(
  'PasswordIgnored',
  ({ user }: { user: string | undefined }) =>
    `user '${user}' of the kubeconfig has a password: API servers since 1.19 ignore it, and the request is anonymous`,
)

const yamlProblems: Readonly<Record<YamlProblem, string>> = {
  indentation: 'wrong indentation',
  duplicateKey: 'the same key again',
  missingCharacter: 'a colon, comma, bracket, quote or space is missing',
  tab: 'a tab as indentation',
  other: 'unexpected text',
}

const expectations = {
  mapping: 'a mapping',
  text: 'text',
  boolean: 'true or false',
  list: 'a list',
  texts: 'a list of strings',
}

const where = (path: readonly string[]): string => [`kubeconfig '${path[0]}'`, ...path.slice(1)].join(': ')

const plugin = (command: string): string => `credential plugin '${command}' of the kubeconfig`

const byHand = 'run it by hand to see why'

const listed = (names: readonly string[]): string[] => (names.length === 0 ? [] : [`it has: ${names.join(', ')}`])
