import pMap from 'p-map'
import type { Free, Path, Right } from '../../../src/lib/admission/right.ts'
import type { Asked, Body, Send, Who } from './api.ts'
import { creations } from './creations.ts'
import { type Mutation, mutationsOf, pathOf } from './mutations.ts'
import { deletions, type Method, methods, probes, requestOf } from './requests.ts'
import type { Schema, Schemas } from './schema.ts'
import { collectionOf, pathTo, type Thing } from './thing.ts'

export interface Subject {
  readonly name: string
  readonly who: Who
  readonly manager: string
  readonly rights: readonly Right[]
  readonly things: readonly Thing[]
  /** Which of the objects the policies leave to it, where RBAC does not say it. */
  readonly isOwn: (thing: Thing) => boolean
  /** RBAC grants it everything, and the table says what policies leave of it. */
  readonly hasAll?: boolean
  /** Fields near the top only, each in one way, which the seed decides. */
  readonly isBrief?: boolean
  /** Of objects that it creates. */
  readonly nameOfNew?: (thing: Thing) => string
  /** One of these objects as it creates it: others of this kind are of no more use. Without it, one like that which is there. */
  readonly newOf?: (thing: Thing) => Body | undefined
  /** Requests that change several fields together. */
  readonly more?: readonly Case[]
}

/** What a request may do: nothing at all, or change some fields; undefined: any but those that it keeps. */
export type Allowed = 'nothing' | { readonly free: readonly Free[] | undefined; readonly keeps?: readonly Path[] }

export interface Case {
  readonly what: string
  readonly thing: Thing
  readonly subresource: string
  readonly allowed: Allowed
  readonly isNew: boolean
  /** What it is granted for: it must not be refused. */
  readonly isNeeded?: boolean
  readonly asked: (before: Body) => Asked | undefined
}

export interface World {
  readonly send: Send
  readonly admin: Who
  readonly schemas: Schemas
  /** Of a resource: its subresources, and `''` for itself, each with its verbs. */
  readonly subresources: (thing: Thing) => ReadonlyMap<string, readonly string[]>
  /** Of maps: more keys to try, by the name of the map. */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Decides which of many fields are tried, and how. */
  readonly seed: number
  /** As it was read last; `anew`: as it is. */
  readonly read: (thing: Thing, anew?: boolean) => Promise<Body>
}

const isFor = ({ where, group = '', resources, names }: Right, thing: Thing, subresource: string): boolean =>
  (where === undefined || where === thing.namespace) &&
  group === thing.group &&
  resources.includes(subresource === '' ? thing.resource : `${thing.resource}/${subresource}`) &&
  (names === undefined || names.includes(thing.name))

/** Every way in which the subject could write an object, or one of its subresources. */
export async function casesOf(world: World, subject: Subject): Promise<readonly Case[]> {
  const parts = subject.things.flatMap((thing) =>
    [...world.subresources(thing)].map(([subresource, verbs]) => ({ thing, subresource, verbs })),
  )
  const cases = await pMap(parts, async (part) => casesOfPart(world, subject, part, await world.read(part.thing)))
  return [...cases.flat(), ...(subject.more ?? [])]
}

interface Part {
  readonly thing: Thing
  readonly subresource: string
  readonly verbs: readonly string[]
}

function casesOfPart(world: World, subject: Subject, part: Part, before: Body): readonly Case[] {
  const { thing, subresource, verbs } = part
  const resource = subresource === '' ? thing.resource : `${thing.resource}/${subresource}`
  const rights = subject.rights.filter((right) => isFor(right, thing, subresource))
  const rightTo = (...any: readonly string[]) => rights.find((right) => any.some((verb) => right.verbs.includes(verb)))
  const rightToWrite = (...any: readonly string[]) => (subject.hasAll ? rights[0] : rightTo(...any))
  const mayDelete = (verb: string) => rightTo(verb) !== undefined && subject.isOwn(thing)
  const target = { thing, subresource, manager: subject.manager }
  const one = (what: string, allowed: Allowed, asked: Case['asked'], isNew = false): Case => ({
    ...{ what: `${subject.name}: ${what} ${resource} ${thing.name}`, thing, subresource, allowed, asked, isNew },
  })
  const changesOf = (right: Right | undefined): Allowed =>
    right === undefined || !subject.isOwn(thing) ? { free: [] } : { free: right.changes, keeps: right.keeps ?? [] }
  const changing = (kinds: readonly Method[], right: Right | undefined): readonly Case[] =>
    mutationsFor(world, subject, { $ref: thing.schema }, before).flatMap((mutation, place) =>
      waysFor(mutation, kinds, subject.isOwn(thing) && !subject.isBrief, place + world.seed).map((method) =>
        one(
          `${method} ${pathOf(mutation)} ${mutation.value === undefined ? 'removed' : 'changed'} of`,
          changesOf(right),
          (now) => requestOf(target, now, mutation, method),
        ),
      ),
    )
  const ways = probes(target, before)
  const writes = rightToWrite('patch', 'update')
  const isObject = subresource === '' || ['status', 'resize', 'ephemeralcontainers'].includes(subresource)
  return [
    ...(['update', 'patch'] as const).flatMap((verb) => {
      if (!verbs.includes(verb)) return []
      if (rightToWrite(verb) === undefined || !isObject)
        return ways[verb].map((asked) => one(`${verb} (${asked.contentType ?? 'whole'})`, 'nothing', () => asked))
      return changing(
        methods.filter((method) => (method === 'update') === (verb === 'update')),
        writes,
      )
    }),
    ...(verbs.includes('create')
      ? creations({ world, subject, one, target, before, right: rightToWrite('create') })
      : []),
    ...(subresource === ''
      ? Object.entries(deletions(target, before)).flatMap(([verb, requests]) =>
          requests.map((asked) =>
            one(
              `${verb} ${JSON.stringify(asked.body)}`,
              mayDelete(verb) ? { free: undefined } : 'nothing',
              () => asked,
            ),
          ),
        )
      : []),
    ...(subject.hasAll ? [] : reads(thing, subresource, verbs)).map(([verb, asked]) =>
      one(verb, rightTo(verb) ? { free: undefined } : 'nothing', () => asked),
    ),
  ]
}

/** The most steps to a field of a subject that is walked briefly, below each part: that of a condition is as deep. */
const near: Readonly<Record<string, number>> = { spec: 2, status: 4 }

export const mutationsFor = (
  world: World,
  { isBrief }: Subject,
  schema: Schema,
  object: unknown,
): readonly Mutation[] =>
  mutationsOf(world, schema, object).filter(
    ({ steps }) => !isBrief || steps.length <= (near[String(steps[0]?.key)] ?? 3),
  )

/** A pod has a thousand fields below its containers and volumes: of those, every fourth. */
const deep = { steps: 5, every: 4 } as const

/** Fields near the top in every way, of objects that are its own; others in one way, which the seed decides. */
function waysFor({ steps }: Mutation, kinds: readonly Method[], isOwn: boolean, turn: number): readonly Method[] {
  if (steps.length <= 3 && isOwn) return kinds
  if (steps.length >= deep.steps && steps[0]?.key === 'spec' && turn % deep.every !== 0) return []
  return [kinds[Math.floor(turn / deep.every) % kinds.length] as Method]
}

export type One = (what: string, allowed: Allowed, asked: Case['asked'], isNew?: boolean) => Case

/** Of what there is to read: each verb once. */
function reads(thing: Thing, subresource: string, verbs: readonly string[]): readonly (readonly [string, Asked])[] {
  const among = `${collectionOf(thing)}?fieldSelector=metadata.name%3D${thing.name}`
  // No kubelet serves the nodes: the API server need not wait for one to refuse a container that there is not.
  const get = `${pathTo(thing, subresource)}${subresource === 'log' ? '?container=rights-none' : ''}`
  const paths = { get, list: among, watch: `${among}&watch=true&timeoutSeconds=1` }
  return Object.entries(paths)
    .filter(([verb]) => verbs.includes(verb))
    .map(([verb, path]) => [verb, { method: 'GET', path }])
}
