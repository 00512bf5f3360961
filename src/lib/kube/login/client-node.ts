// What client-node does for us: the auth providers from before plugins (oidc, azure, gcp) and SOCKS. Loading it takes longer
// than most of our commands, so this file is imported only when it is needed (docs/adr/0003-thin-rest.md).
import type { Agent, RequestOptions } from 'node:https'
import { type Cluster, KubeConfig, type User } from '@kubernetes/client-node'
import { Failure } from '../../failure.ts'
import type { AuthProvider } from './kubeconfig.ts'
import type { LoginFact } from './login-fact.ts'

/** Gives the Authorization header, refreshed as needed. */
export function authProviderHeader({ name, config }: AuthProvider): () => Promise<string | undefined> {
  const kubeConfig = configOf({ server: 'https://unused' }, { authProvider: { name, config } })
  return async () => {
    const options: RequestOptions = {}
    await kubeConfig.applyToHTTPSOptions(options).catch((cause: unknown) => {
      throw new Failure<LoginFact>('usage', { reason: 'AuthProviderFailed', provider: name }, { cause })
    })
    return (options.headers as Readonly<Record<string, string>>)['Authorization']
  }
}

export async function socksAgent(server: string, proxyUrl: string): Promise<Agent> {
  const options: RequestOptions = {}
  await configOf({ server, proxyUrl }, {}).applyToHTTPSOptions(options)
  const agent = options.agent as Agent
  // It fills them in as undefined, which would take the place of the certificates of each request.
  for (const key of ['ca', 'cert', 'key', 'servername', 'rejectUnauthorized'] as const) delete agent.options[key]
  return agent
}

function configOf(cluster: Pick<Cluster, 'server' | 'proxyUrl'>, user: Pick<User, 'authProvider'>): KubeConfig {
  const config = new KubeConfig()
  config.loadFromClusterAndUser({ name: 'cluster', skipTLSVerify: false, ...cluster }, { name: 'user', ...user })
  return config
}
