import { afterAll, beforeAll } from '@jest/globals'
import { until } from '../until.ts'
import { own } from './names.ts'
import { podsOfOwn } from './pods.ts'
import { makeScene, removeScene } from './scene.ts'
import { type Holder, holders } from './subjects.ts'
import type { World } from './walk.ts'
import { connectWorld } from './world.ts'

export interface Prepared {
  readonly world: World
  readonly pods: Awaited<ReturnType<typeof podsOfOwn>>
  readonly named: (name: string) => Holder
}

/** `SEED=7`: other ways and other fields of pods. */
export const seed = Number(process.env['SEED'] ?? 1)

/** The scene is there, and the policies are in force, while the tests of a file run. */
export function prepareRights(): () => Prepared {
  let prepared: Prepared | undefined
  let close = () => {}
  beforeAll(async () => {
    await makeScene()
    const connected = await connectWorld(seed)
    close = connected.close
    const all = await holders()
    const named = (name: string) => {
      const found = all.find((one) => one.name === name)
      if (found === undefined) throw new Error(`no subject ${name}`)
      return found
    }
    prepared = { world: connected.world, pods: await podsOfOwn(), named }
    for (const name of ['agent', 'agent of the DaemonSet', 'reconciler']) await isLimited(prepared, name)
  })
  afterAll(async () => {
    close()
    await removeScene()
  })
  return () => {
    if (prepared === undefined) throw new Error('not prepared')
    return prepared
  }
}

/** Policies and rights are in force a moment after they are stored. */
const isLimited = ({ world, named }: Prepared, name: string): Promise<void> =>
  until(async () => {
    const { status, body } = await world.send(named(name).who, {
      ...{ method: 'PATCH', path: `/api/v1/nodes/${own}${name === 'reconciler' ? '' : '/status'}?dryRun=All` },
      ...{ contentType: 'application/merge-patch+json', body: { metadata: { labels: { a: 'b' } } } },
    })
    return status === 403 && String(body.message).includes('AdmissionPolicy')
  }, `no policy limits the ${name}`)
