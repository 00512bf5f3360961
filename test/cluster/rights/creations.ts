import type { Right } from '../../../src/lib/admission/right.ts'
import type { Body } from './api.ts'
import { changed } from './changed.ts'
import { type Mutation, pathOf } from './mutations.ts'
import { create, type Target } from './requests.ts'
import { renamed, type Thing, versionOf } from './thing.ts'
import { type Case, mutationsFor, type One, type Subject, type World } from './walk.ts'

interface Creation {
  readonly world: World
  readonly subject: Subject
  readonly one: One
  readonly target: Target
  readonly before: Body
  readonly right: Right | undefined
}

/** New objects: a plain one, and one with each other field. */
export function creations({ world, subject, one, target, before, right }: Creation): readonly Case[] {
  const { thing, subresource } = target
  const isToken = subresource === 'token'
  const place = { ...thing, name: subject.nameOfNew?.(thing) ?? 'rights-new' }
  const made = subresource === '' ? subject.newOf?.(thing) : undefined
  const like = () => (subresource === '' ? renamed(before, place) : bodyFor(thing, subresource))
  const plain = made ?? (isToken ? tokenRequest : like())
  const at = isToken || subresource !== '' ? target : { ...target, thing: place }
  if (right?.creates === undefined && right?.keeps === undefined)
    return [one('create', 'nothing', () => create(at, plain), true)]
  if (made !== undefined && !subject.isOwn(thing)) return []
  const schema = { $ref: isToken ? 'io.k8s.api.authentication.v1.TokenRequest' : thing.schema }
  const allowed = { free: right.creates, keeps: right.keeps ?? [] }
  const withField = (mutation: Mutation) =>
    one(
      `create with ${pathOf(mutation)} ${mutation.value === undefined ? 'removed' : 'changed'} in`,
      ...([allowed, () => create(at, changed(plain, mutation)), true] as const),
    )
  return [
    { ...one('create plain', allowed, () => create(at, plain), true), isNeeded: made !== undefined },
    ...mutationsFor(world, subject, schema, plain).map(withField),
  ]
}

/** As an agent writes it. */
const tokenRequest: Body = {
  ...{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
  spec: { expirationSeconds: 3600, boundObjectRef: { apiVersion: 'v1', kind: 'Node', name: 'rights-a' } },
}

const bodyFor = (thing: Thing, subresource: string): object =>
  subresource === 'eviction'
    ? { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: thing.name, namespace: thing.namespace } }
    : subresource === 'binding'
      ? {
          ...{ apiVersion: 'v1', kind: 'Binding', metadata: { name: thing.name, namespace: thing.namespace } },
          target: { apiVersion: 'v1', kind: 'Node', name: 'rights-a' },
        }
      : { apiVersion: versionOf(thing), kind: thing.kind, metadata: { name: thing.name } }
