import type { OpenCluster } from '../../../../src/lib/connect/cluster.ts'

/** Where a process dies: at its n-th call to the cluster, before the call is made or after it was carried out. */
export interface Death {
  readonly atCall: number
  readonly when: 'before' | 'after'
}

export interface Life {
  /** Of the calls that were made, by port and method. */
  readonly calls: string[]
  isDead: boolean
}

const never = (): Promise<never> => new Promise(() => undefined)

/** The ports of a process that dies: from then on nothing that it asks for arrives, and no answer comes back. */
export function mortal(cluster: OpenCluster, death: Death | undefined, life: Life): OpenCluster {
  const calling = async (name: string, call: () => Promise<unknown>): Promise<unknown> => {
    if (life.isDead) return never()
    const isLast = death !== undefined && !name.startsWith('leases') && life.calls.length === death.atCall
    if (!name.startsWith('leases')) life.calls.push(name)
    if (isLast && death.when === 'before') {
      life.isDead = true
      return never()
    }
    const answer = await call()
    if (isLast) life.isDead = true
    return life.isDead ? never() : answer
  }
  const portOf = <Port extends object>(port: Port, name: string): Port =>
    new Proxy(port, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver)
        if (typeof value !== 'function' || key === 'watch') return value
        return (...args: unknown[]) =>
          calling(`${name}.${String(key)}`, () => Promise.resolve(Reflect.apply(value, target, args)))
      },
    })
  const { balloons, nodes, leases, events } = cluster
  return {
    ...cluster,
    ...{ balloons: portOf(balloons, 'balloons'), nodes: portOf(nodes, 'nodes') },
    ...{ leases: portOf(leases, 'leases'), events: portOf(events, 'events') },
  }
}
