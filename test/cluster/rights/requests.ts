import { type Asked, apply, type Body, json, merge, strategic } from './api.ts'
import { applied, changed, jsonPatch, mergePatch, strategicPatch } from './changed.ts'
import type { Mutation } from './mutations.ts'
import { collectionOf, pathTo, type Thing, versionOf } from './thing.ts'

/** As dry runs: admission judges them as others, and nothing stays. */
const dry = 'dryRun=All'

export interface Target {
  readonly thing: Thing
  readonly subresource: string
  readonly manager: string
}

const at = ({ thing, subresource, manager }: Target): string =>
  `${pathTo(thing, subresource)}?${dry}&fieldManager=${manager}`

const patch = (target: Target, contentType: string, body: unknown): Asked => ({
  ...{ method: 'PATCH', path: at(target), contentType, body },
})

export const methods = ['merge', 'strategic', 'json', 'apply', 'update'] as const
export type Method = (typeof methods)[number]

/** The request that makes the change in this way; undefined where it cannot. */
export function requestOf(target: Target, before: Body, mutation: Mutation, method: Method): Asked | undefined {
  switch (method) {
    case 'merge':
      return patch(target, merge, mergePatch(before, mutation))
    case 'strategic':
      return patch(target, strategic, strategicPatch(before, mutation))
    case 'json':
      return patch(target, json, jsonPatch(before, mutation))
    case 'apply':
      return applyOf(target, applied(before, mutation))
    case 'update':
      return { method: 'PUT', path: at(target), body: changed(before, mutation) }
  }
}

function applyOf(target: Target, body: object | undefined): Asked | undefined {
  if (body === undefined) return undefined
  const { metadata, ...rest } = body as Body
  const { kind, name } = target.thing
  const object = { apiVersion: versionOf(target.thing), kind, ...rest, metadata: { name, ...metadata } }
  return { ...patch(target, apply, object), path: `${at(target)}&force=true` }
}

export const create = (target: Target, body: unknown): Asked => ({
  method: 'POST',
  path: target.subresource === '' ? `${collectionOf(target.thing)}?${dry}&fieldManager=${target.manager}` : at(target),
  body,
})

/** One that changes nothing, by each way to write that there is. */
export const probes = (target: Target, before: Body): Readonly<Record<'update' | 'patch', readonly Asked[]>> => ({
  update: [{ method: 'PUT', path: at(target), body: before }],
  patch: [
    patch(target, merge, {}),
    patch(target, strategic, {}),
    patch(target, json, []),
    ...[applyOf(target, {})].filter((one) => one !== undefined),
  ],
})

/** Alone and among all, with and without preconditions. */
export function deletions(
  { thing }: Target,
  before: Body,
): Readonly<Record<'delete' | 'deletecollection', readonly Asked[]>> {
  const { uid, resourceVersion } = before.metadata ?? {}
  const options = [
    {},
    { preconditions: { uid } },
    { preconditions: { resourceVersion } },
    { propagationPolicy: 'Orphan' },
    { propagationPolicy: 'Foreground', gracePeriodSeconds: 0 },
  ].map((one) => ({ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'], ...one }))
  const among = `${collectionOf(thing)}?${dry}&fieldSelector=metadata.name%3D${thing.name}`
  return {
    delete: options.map((body) => ({ method: 'DELETE', path: `${pathTo(thing)}?${dry}`, body })),
    deletecollection: options.map((body) => ({ method: 'DELETE', path: among, body })),
  }
}
