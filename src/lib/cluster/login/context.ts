import { closestMatch } from 'leven'
import { Failure } from '../../message/failure.ts'
import type { KubeCluster, Kubeconfig, KubeUser } from './kubeconfig.ts'
import { KubeconfigEntryMissing, type KubeconfigNoun, NoCurrentContext } from './login-messages.ts'

interface Choice {
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
}

interface Chosen {
  /** The name of the context in the kubeconfig. undefined: there is none, as in a pod. */
  readonly context: string | undefined
  readonly cluster: KubeCluster
  /** undefined for no user. */
  readonly user: KubeUser | undefined
  /** The name of the user in the kubeconfig. */
  readonly userName: string | undefined
}

/** The cluster and the user of a context, or those chosen instead. Throws Failure 'usage' when one does not exist. */
export function chooseContext(config: Kubeconfig, choice: Choice): Chosen {
  const name = choice.context ?? config.currentContext
  const context = name === undefined ? undefined : config.contexts.get(name)
  if (name !== undefined && context === undefined) throw unknown('context', name, config)
  const cluster = choice.cluster ?? context?.cluster
  const user = choice.user ?? context?.user
  if (cluster === undefined) throw noContext(config)
  return {
    context: name,
    cluster: config.clusters.get(cluster) ?? raise(unknown('cluster', cluster, config)),
    user: user === undefined ? undefined : (config.users.get(user) ?? raise(unknown('user', user, config))),
    userName: user,
  }
}

const noContext = (config: Kubeconfig): Failure =>
  new Failure(
    'usage',
    NoCurrentContext({
      origin: config.origin,
      known: namesOf('context', config),
    }),
  )

function unknown(noun: KubeconfigNoun, name: string, config: Kubeconfig): Failure {
  const { origin } = config
  const known = namesOf(noun, config)
  const closest = closestMatch(name, [...known], { maxDistance: 3 })
  return new Failure('usage', KubeconfigEntryMissing({ noun, name, origin, closest, known }))
}

const namesOf = (noun: KubeconfigNoun, config: Kubeconfig): readonly string[] => [...config[`${noun}s`].keys()].sort()

function raise(error: Error): never {
  throw error
}
