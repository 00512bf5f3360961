import { configMapPath, configMapsPath } from '../../api/kinds.ts'
import type { Refusal } from '../../cluster/http/answer.ts'
import { byName, listAll } from '../../cluster/http/paging.ts'
import { failureOf, isAbsent, isFailedTest } from '../../cluster/http/refusal.ts'
import type { Rest } from '../../cluster/http/rest.ts'
import { writeQuery } from '../../cluster/http/rest.ts'
import type { Call } from '../../cluster/http/transport.ts'
import { goneFailure } from '../../cluster/resources/gone.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon, wish } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { WishShard } from '../desired/wish.ts'
import { WishChanged } from '../desired/wish-messages.ts'
import { type WishChange, wishPatch } from '../desired/wish-patch.ts'
import { shardIn, shardNames, shardOf, type WishConfigMap } from '../desired/wish-shard.ts'
import type { Wishes } from '../ports/wishes.ts'

const wishSelector = `${wish.label.key}=${wish.label.value}`

/** Wishes in the ConfigMaps of one namespace. */
export function wishesOver(rest: Rest, namespace: string): Wishes {
  const find = async (name: string, limits: Limits): Promise<WishShard | undefined> => {
    const found = await rest.find<WishConfigMap>({ method: 'GET', path: configMapPath(namespace, name) }, limits)
    return found && shardIn(found)
  }
  const listing = { path: configMapsPath(namespace), labelSelector: wishSelector }
  return {
    namespace,
    read: (node, limits) => find(shardOf(node), limits),
    async list(limits) {
      const all = await listAll<WishConfigMap, WishShard | undefined>(rest, { listing, small: shardIn }, limits).catch(
        (error: unknown) => {
          if (!isDenied(error)) throw error
          return Promise.all(shardNames.map((name) => find(name, limits)))
        },
      )
      return all.filter((shard) => shard !== undefined).sort(byName)
    },
    write({ node, part = 'wish', replaces, text, beside, shard }, dryRun, limits) {
      const change = { node, part, from: replaces, to: text, beside }
      return swap(rest, { change, shard, dryRun, find: () => find(shard.name, limits) }, limits)
    },
  }
}

/** Rights by the names of objects are not rights to list them. */
const isDenied = (error: unknown): boolean => error instanceof Failure && error.fact.reason === 'AccessDenied'

interface Swap {
  readonly change: WishChange
  readonly shard: WishShard
  readonly dryRun: DryRun
  readonly find: () => Promise<WishShard | undefined>
}

/** Writers of other nodes can be in the way of a write: the first key of a ConfigMap adds `data`. */
const maxTries = 5

/** An earlier try whose answer was lost may have stored the wish: it is there then. */
async function swap(rest: Rest, { change, shard, dryRun, find }: Swap, limits: Limits): Promise<WishShard> {
  let present = shard
  for (let tries = 1; ; tries++) {
    const answer = await rest.ask<WishConfigMap>(callFor(change, present, dryRun), limits)
    const written = answer.kind === 'refused' ? undefined : shardIn(answer.body)
    if (written !== undefined) return written
    if (answer.kind !== 'refused') throw new Error(`${rest.server} answered with another ConfigMap`)
    const { refusal } = answer
    if (!isConflict(refusal)) throw isAbsent(refusal) ? goneFailure(refusal) : failureOf(refusal, rest.server)
    const found = await find()
    const text = found && textIn(found, change)
    if (found !== undefined && text === change.to) return found
    if (text !== change.from || found === undefined || isOtherMachine(found, change))
      throw new Failure('conflict', WishChanged({ subject: nodeSubject(change.node) }))
    if (tries === maxTries) throw failureOf({ ...refusal, code: 409 }, rest.server)
    present = found
  }
}

const textIn = ({ wishes, machines }: WishShard, { node, part }: WishChange): string | undefined =>
  part === 'wish' ? wishes.get(node)?.text : machines.get(node)

const isOtherMachine = ({ machines }: WishShard, { node, beside }: WishChange): boolean =>
  beside !== undefined && machines.get(node) !== beside.machine

const isConflict = (refusal: Refusal): boolean => refusal.code === 409 || isFailedTest(refusal)

const callFor = (change: WishChange, shard: WishShard, dryRun: DryRun): Call => ({
  method: 'PATCH',
  path: configMapPath(shard.namespace, shard.name),
  query: writeQuery(balloon.fieldManager, dryRun),
  body: wishPatch(change, shard),
  contentType: 'application/json-patch+json',
})
