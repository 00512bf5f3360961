import { errnoText } from '../errno.ts'
import type { LoginFact, YamlProblem } from '../kube/login/login-fact.ts'
import type { Vocabulary } from './phrase.ts'

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

/** What is wrong with a kubeconfig, or with a login that it describes. */
export const loginWords: Vocabulary<LoginFact> = {
  KubeconfigMissing: ({ path, variable }) => ({
    said:
      variable !== undefined
        ? `KUBECONFIG=${variable}: no such file`
        : path !== undefined
          ? `kubeconfig '${path}' does not exist`
          : 'no kubeconfig',
    hints: ['set KUBECONFIG or give --kubeconfig'],
  }),
  KubeconfigUnreadable: ({ path, errorCode }) => `kubeconfig '${path}' cannot be read: ${errnoText(errorCode)}`,
  KubeconfigNotYaml: ({ path, line, problem }) =>
    `kubeconfig '${path}' is not YAML: ${yamlProblems[problem]} in line ${line}`,
  KubeconfigFieldMissing: (fact) => `${where(fact.where)}: ${fact.field} is missing`,
  KubeconfigFieldInvalid: ({ field, expected, ...fact }) =>
    `${where([...fact.where, ...(field === undefined ? [] : [field])])} is not ${expectations[expected]}`,
  KubeconfigEntryMissing: ({ noun, name, origin, closest, known }) => ({
    said: `${noun} '${name}' is not in kubeconfig '${origin}'`,
    hints: [...(closest === undefined ? [] : [`did you mean ${closest}?`]), ...listed(known)],
  }),
  NoCurrentContext: ({ origin, known }) => ({
    said: `no current context in kubeconfig '${origin}'`,
    hints: ['choose one with --context', ...listed(known)],
  }),
  CredentialFileUnreadable: ({ path, errorCode }) =>
    `file '${path}' of the kubeconfig cannot be read: ${errnoText(errorCode)}`,
  TokenFileEmpty: ({ path }) => `token file '${path}' is empty`,
  ClientCertificateUnusable: ({ problem }) =>
    problem.kind === 'mismatch'
      ? 'client-certificate and client-key of the kubeconfig do not match'
      : `client-certificate or client-key of the kubeconfig cannot be used: ${problem.errorCode}`,
  CertificateAuthorityUnusable: ({ path }) => ({
    said: `${path === undefined ? 'certificate-authority-data of the kubeconfig' : `certificate authority ${path}`} has no certificate in PEM`,
    hints: ['copy it again from a kubeconfig that works'],
  }),
  NobodyToImpersonate: () => ({ said: '--as-group needs a user to impersonate', hints: ['add --as USER'] }),
  PluginNotFound: ({ command, installHint }) => ({
    said: `${plugin(command)} was not found`,
    hints: [installHint ?? 'install it, or add its folder to PATH'],
  }),
  PluginFailed: ({ command, exitCode, signal, errorCode }) => {
    const end = signal === undefined ? `exit code ${exitCode}` : `killed by ${signal}`
    return {
      said: `${plugin(command)} failed: ${errorCode === undefined ? end : errnoText(errorCode)}`,
      hints: [byHand],
    }
  },
  PluginTimedOut: ({ command, attended }) => ({
    said: `${plugin(command)} did not finish in time`,
    hints: [attended ? byHand : 'allow more time with --request-timeout'],
  }),
  PluginGaveNothing: ({ command }) => ({ said: `${plugin(command)} returned no credential`, hints: [byHand] }),
  PluginNeedsTerminal: ({ command }) => ({
    said: `${plugin(command)} requires a terminal, but stdin is not a terminal`,
    hints: ['run the command on a terminal'],
  }),
  AuthProviderFailed: ({ provider }) => `auth provider '${provider}' of the kubeconfig returned no credential`,
  PasswordIgnored: ({ user }) =>
    `user '${user}' of the kubeconfig has a password: API servers since 1.19 ignore it, and the request is anonymous`,
}
