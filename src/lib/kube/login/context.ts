import { closestMatch } from 'leven'
import { Failure } from '../../failure.ts'
import type { KubeCluster, Kubeconfig, KubeUser } from './kubeconfig.ts'

interface Choice {
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
}

interface Chosen {
  readonly cluster: KubeCluster
  /** Undefined: nobody in particular. */
  readonly user: KubeUser | undefined
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
    cluster: config.clusters.get(cluster) ?? raise(unknown('cluster', cluster, config)),
    user: user === undefined ? undefined : (config.users.get(user) ?? raise(unknown('user', user, config))),
  }
}

function noContext(config: Kubeconfig): Failure {
  return new Failure('usage', `no current context in kubeconfig '${config.origin}'`, {
    suggestions: ['choose one with --context', ...known('context', config)],
  })
}

function unknown(noun: 'context' | 'cluster' | 'user', name: string, config: Kubeconfig): Failure {
  const nearest = closestMatch(name, [...config[`${noun}s`].keys()], { maxDistance: 3 })
  return new Failure('usage', `${noun} '${name}' is not in kubeconfig '${config.origin}'`, {
    suggestions: [...(nearest === undefined ? [] : [`did you mean ${nearest}?`]), ...known(noun, config)],
  })
}

function known(noun: 'context' | 'cluster' | 'user', config: Kubeconfig): string[] {
  const names = [...config[`${noun}s`].keys()].sort()
  return names.length === 0 ? [] : [`it has: ${names.join(', ')}`]
}

function raise(error: Error): never {
  throw error
}
