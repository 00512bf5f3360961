import { Failure } from '../../message/failure.ts'
import type { CredentialFiles } from './credential-files.ts'
import { abandoned, execPlugin, loginMs } from './exec-plugin.ts'
import type { Credentials, Identity, Issued } from './identity.ts'
import { keyPairOf } from './key-pair.ts'
import type { AuthProvider, ExecPlugin, KubeCluster, KubeUser, Login } from './kubeconfig.ts'
import { TokenFileEmpty } from './login-messages.ts'

interface Circumstances {
  readonly cluster: KubeCluster
  /** Milliseconds since the epoch on the clock of the API server, which takes what a plugin issues. */
  readonly now: () => number
  readonly files: CredentialFiles
  /** No user can log in. */
  readonly unattended: boolean
}

/** Rejects with Failure 'usage' when a certificate and its key cannot be used. */
export async function credentialsOf(user: KubeUser | undefined, around: Circumstances): Promise<Credentials> {
  if (user === undefined) return fixed({})
  const { certificate } = user
  const { files } = around
  const pair = certificate === undefined ? async () => undefined : keyPairOf(certificate, files)
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

function loginWith(login: Login, around: Circumstances): Credentials {
  switch (login.kind) {
    case 'none':
      return fixed({})
    case 'token':
      return fixed({ authorization: `Bearer ${login.token}` })
    case 'basic':
      return fixed({ authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` })
    case 'tokenFile':
      return {
        ...fixed({}),
        identity: async () => ({ authorization: `Bearer ${await tokenIn(login.file, around.files)}` }),
      }
    case 'exec':
      return { ...fromPlugin(login.plugin, around), ...(!around.unattended && { loginMs }) }
    case 'authProvider':
      return provided(login)
  }
}

/** Credentials of a library without signals; it keeps and refreshes them itself. */
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
  if (token === '') throw new Failure('usage', TokenFileEmpty({ path }))
  return token
}

/** Concurrent calls share one run, which is stopped when all of them have aborted. */
function fromPlugin(plugin: ExecPlugin, { now, ...around }: Circumstances): Credentials {
  const run = (signal: AbortSignal) => execPlugin(plugin, { ...around, signal })
  let issued: Issued | undefined
  let pending: SharedRun | undefined
  return {
    async identity(signal) {
      if (issued === undefined || (issued.expiresAt ?? Number.POSITIVE_INFINITY) <= now()) {
        pending ??= new SharedRun(run, () => {
          pending = undefined
        })
        issued = await pending.wait(signal, (reason) => abandoned(plugin, reason))
      }
      return issued.identity
    },
    loginMs: asRequest,
    forget: () => {
      issued = undefined
    },
  }
}

class SharedRun {
  readonly #controller = new AbortController()
  readonly #issued: Promise<Issued>
  readonly #over: () => void
  #waiting = 0

  constructor(run: (signal: AbortSignal) => Promise<Issued>, over: () => void) {
    this.#over = over
    this.#issued = run(this.#controller.signal).finally(over)
  }

  /** Rejects with the failure of this caller when it aborts. */
  async wait(signal: AbortSignal, abandoned: (reason: unknown) => unknown): Promise<Issued> {
    const { promise, reject } = Promise.withResolvers<never>()
    const leave = () => {
      if (--this.#waiting > 0) return reject(abandoned(signal.reason))
      this.#over()
      this.#controller.abort(signal.reason)
    }
    this.#waiting++
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return await Promise.race([this.#issued, promise]).finally(() => signal.removeEventListener('abort', leave))
  }
}
