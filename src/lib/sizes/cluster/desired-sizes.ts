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
import { balloon, desired } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import { DesiredSizeChanged } from '../desired/desired-size-messages.ts'
import { type DesiredSizeChange, desiredSizePatch } from '../desired/desired-size-patch.ts'
import { bucketIn, bucketNames, bucketOf, type SizesConfigMap } from '../desired/size-bucket.ts'
import type { DesiredSizes } from '../ports/desired-sizes.ts'

const desiredSizeSelector = `${desired.label.key}=${desired.label.value}`

/** Desired sizes in the ConfigMaps of one namespace. */
export function desiredSizesOver(rest: Rest, namespace: string): DesiredSizes {
  const find = async (name: string, limits: Limits): Promise<SizeBucket | undefined> => {
    const found = await rest.find<SizesConfigMap>({ method: 'GET', path: configMapPath(namespace, name) }, limits)
    return found && bucketIn(found)
  }
  const listing = { path: configMapsPath(namespace), labelSelector: desiredSizeSelector }
  return {
    namespace,
    read: (node, limits) => find(bucketOf(node), limits),
    async list(limits) {
      const all = await listAll<SizesConfigMap, SizeBucket | undefined>(
        rest,
        { listing, small: bucketIn },
        limits,
      ).catch((error: unknown) => {
        if (!isDenied(error)) throw error
        return Promise.all(bucketNames.map((name) => find(name, limits)))
      })
      return all.filter((bucket) => bucket !== undefined).sort(byName)
    },
    write({ node, part = 'desired', replaces, text, beside, bucket }, dryRun, limits) {
      const change = { node, part, from: replaces, to: text, beside }
      return swap(rest, { change, bucket, dryRun, find: () => find(bucket.name, limits) }, limits)
    },
  }
}

/** Rights by the names of objects are not rights to list them. */
const isDenied = (error: unknown): boolean => error instanceof Failure && error.fact.reason === 'AccessDenied'

interface Swap {
  readonly change: DesiredSizeChange
  readonly bucket: SizeBucket
  readonly dryRun: DryRun
  readonly find: () => Promise<SizeBucket | undefined>
}

/** Writers of other nodes can be in the way of a write: the first key of a ConfigMap adds `data`. */
const maxTries = 5

/** An earlier try whose answer was lost may have stored the desired size: it is there then. */
async function swap(rest: Rest, { change, bucket, dryRun, find }: Swap, limits: Limits): Promise<SizeBucket> {
  let present = bucket
  for (let tries = 1; ; tries++) {
    const answer = await rest.ask<SizesConfigMap>(callFor(change, present, dryRun), limits)
    const written = answer.kind === 'refused' ? undefined : bucketIn(answer.body)
    if (written !== undefined) return written
    if (answer.kind !== 'refused') throw new Error(`${rest.server} answered with another ConfigMap`)
    const { refusal } = answer
    if (!isConflict(refusal)) throw isAbsent(refusal) ? goneFailure(refusal) : failureOf(refusal, rest.server)
    const found = await find()
    const text = found && textIn(found, change)
    if (found !== undefined && text === change.to) return found
    if (text !== change.from || found === undefined || isOtherMachine(found, change))
      throw new Failure('conflict', DesiredSizeChanged({ subject: nodeSubject(change.node) }))
    if (tries === maxTries) throw failureOf({ ...refusal, code: 409 }, rest.server)
    present = found
  }
}

const textIn = ({ desiredSizes, machines }: SizeBucket, { node, part }: DesiredSizeChange): string | undefined =>
  part === 'desired' ? desiredSizes.get(node)?.text : machines.get(node)

const isOtherMachine = ({ machines }: SizeBucket, { node, beside }: DesiredSizeChange): boolean =>
  beside !== undefined && machines.get(node) !== beside.machine

const isConflict = (refusal: Refusal): boolean => refusal.code === 409 || isFailedTest(refusal)

const callFor = (change: DesiredSizeChange, bucket: SizeBucket, dryRun: DryRun): Call => ({
  method: 'PATCH',
  path: configMapPath(bucket.namespace, bucket.name),
  query: writeQuery(balloon.fieldManager, dryRun),
  body: desiredSizePatch(change, bucket),
  contentType: 'application/json-patch+json',
})
