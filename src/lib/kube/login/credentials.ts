import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AuthProvider } from './client-node.ts'
import { execPlugin, loginMs } from './exec-plugin.ts'
import type { Credentials, Identity, Issued } from './identity.ts'
import type { KubeCluster, KubeUser, Login } from './kubeconfig.ts'
import { readPem, readSecret } from './pem.ts'

/** How the kubelet rotates tokens of service accounts: long before the old one expires. client-go reads as often. */
const tokenFileMs = 60_000

interface Circumstances {
  readonly cluster: KubeCluster
  readonly clock: Clock
}

export async function credentialsOf(user: KubeUser | undefined, around: Circumstances): Promise<Credentials> {
  if (user === undefined) return fixed({})
  const { certificate } = user
  const pair = certificate && { cert: await readPem(certificate.cert), key: await readPem(certificate.key) }
  const login = loginWith(user.login, around)
  return {
    identity: async (signal) => ({ certificate: pair, ...(await login.identity(signal)) }),
    loginMs: (requestMs) => login.loginMs(requestMs),
    forget: () => login.forget(),
  }
}

function loginWith(login: Login, { cluster, clock }: Circumstances): Credentials {
  switch (login.kind) {
    case 'none':
      return fixed({})
    case 'token':
      return fixed({ authorization: `Bearer ${login.token}` })
    case 'basic':
      return fixed({ authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` })
    case 'tokenFile':
      return kept(
        async () => ({
          identity: { authorization: `Bearer ${await tokenIn(login.file)}` },
          expiresAt: clock.now() + tokenFileMs,
        }),
        clock,
      )
    case 'exec':
      return { ...kept((signal) => execPlugin(login.plugin, cluster, signal), clock), loginMs }
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

async function tokenIn(file: string): Promise<string> {
  const token = (await readSecret(file)).trim()
  if (token === '') throw new Failure('usage', `token file '${file}' is empty`)
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
