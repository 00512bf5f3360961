import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CredentialFiles } from './credential-files.ts'
import { execPlugin, loginMs } from './exec-plugin.ts'
import type { Credentials, Identity, Issued } from './identity.ts'
import type { AuthProvider, KubeCluster, KubeUser, Login } from './kubeconfig.ts'
import type { LoginFact } from './login-fact.ts'

interface Circumstances {
  readonly cluster: KubeCluster
  readonly clock: Clock
  readonly files: CredentialFiles
}

/** Rejects with Failure 'usage' when a certificate or key cannot be read. */
export async function credentialsOf(user: KubeUser | undefined, around: Circumstances): Promise<Credentials> {
  if (user === undefined) return fixed({})
  const { certificate } = user
  const { files } = around
  const pair = async () =>
    certificate && { cert: await files.pem(certificate.cert), key: await files.pem(certificate.key) }
  const login = loginWith(user.login, around)
  await pair()
  return {
    identity: async (signal) => ({ certificate: await pair(), ...(await login.identity(signal)) }),
    loginMs: (requestMs) => login.loginMs(requestMs),
    forget() {
      files.forget()
      login.forget()
    },
  }
}

function loginWith(login: Login, { cluster, clock, files }: Circumstances): Credentials {
  switch (login.kind) {
    case 'none':
      return fixed({})
    case 'token':
      return fixed({ authorization: `Bearer ${login.token}` })
    case 'basic':
      return fixed({ authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` })
    case 'tokenFile':
      return { ...fixed({}), identity: async () => ({ authorization: `Bearer ${await tokenIn(login.file, files)}` }) }
    case 'exec':
      return { ...kept((signal) => execPlugin(login.plugin, { cluster, files, signal }), clock), loginMs }
    case 'authProvider':
      return provided(login)
  }
}

/** Credentials of a library that knows no signal; it keeps and refreshes them itself. */
function provided(provider: AuthProvider): Credentials {
  let header: (() => Promise<string | undefined>) | undefined
  return {
    async identity(signal) {
      header ??= (await import('./client-node.ts')).authProviderHeader(provider)
      return { authorization: await Promise.race([header(), aborted(signal)]) }
    },
    loginMs: asRequest,
    forget: () => {
      header = undefined
    },
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

const asRequest = (requestMs: number): number => requestMs

const fixed = (identity: Identity): Credentials => ({
  identity: async () => identity,
  loginMs: asRequest,
  forget: () => {},
})

async function tokenIn(path: string, files: CredentialFiles): Promise<string> {
  const token = (await files.read(path)).trim()
  if (token === '') throw new Failure<LoginFact>('usage', { reason: 'TokenFileEmpty', path })
  return token
}

/** Calls that come at the same time share one issue. */
function kept(issue: (signal: AbortSignal) => Promise<Issued>, clock: Clock): Credentials {
  let issued: Issued | undefined
  let pending: Promise<Issued> | undefined
  return {
    async identity(signal) {
      if (issued === undefined || (issued.expiresAt ?? Number.POSITIVE_INFINITY) <= clock.now()) {
        pending ??= issue(signal).finally(() => {
          pending = undefined
        })
        issued = await pending
      }
      return issued.identity
    },
    loginMs: asRequest,
    forget: () => {
      issued = undefined
    },
  }
}
