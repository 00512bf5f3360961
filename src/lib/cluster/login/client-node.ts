// Auth providers that precede plugins (oidc, azure, gcp), from client-node. Loading it takes longer than most commands,
// so this file is imported only when it is needed (docs/adr/0003-thin-rest.md).
import type { RequestOptions } from 'node:https'
import { KubeConfig } from '@kubernetes/client-node'
import { Failure } from '../../message/failure.ts'
import type { AuthProvider } from './kubeconfig.ts'
import { AuthProviderFailed } from './login-messages.ts'

/** The Authorization header, refreshed when necessary. */
export function authProviderHeader({ name, config }: AuthProvider): () => Promise<string | undefined> {
  const kubeConfig = new KubeConfig()
  const cluster = { name: 'cluster', server: 'https://unused', skipTLSVerify: false }
  kubeConfig.loadFromClusterAndUser(cluster, { name: 'user', authProvider: { name, config } })
  return async () => {
    const options: RequestOptions = {}
    await kubeConfig.applyToHTTPSOptions(options).catch((cause: unknown) => {
      throw new Failure('usage', AuthProviderFailed({ provider: name }), { cause })
    })
    return (options.headers as Readonly<Record<string, string>>)['Authorization']
  }
}
