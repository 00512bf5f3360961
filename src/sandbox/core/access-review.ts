import type { ApiRequest } from '../interface/request.ts'
import { groupsOf, permissionOf } from './access/authorize.ts'
import { type Api, otherWordsSince, type Release } from './model/api.ts'
import { isObject, timestamp } from './model/object.ts'
import { invalid, invalidValue, methodNotAllowed, notImplemented } from './model/refusal.ts'
import { readBody } from './request/body.ts'

const authentication = 'authentication.k8s.io/v1'
const authorization = 'authorization.k8s.io/v1'

type Review = (api: Api, request: ApiRequest) => object

/** Self-reviews, which every user may create (ClusterRole system:basic-user). */
const reviews: Readonly<Record<string, Review>> = {
  [`/apis/${authentication}/selfsubjectreviews`]: reviewSelf,
  [`/apis/${authorization}/selfsubjectaccessreviews`]: reviewAccess,
}

/** The answer to a self-review; undefined for any other path. */
export function reviewAt(api: Api, request: ApiRequest): object | undefined {
  if (!Object.hasOwn(reviews, request.path)) return undefined
  if (request.method !== 'POST') throw methodNotAllowed()
  return reviews[request.path]!(api, request)
}

function reviewSelf({ now }: Api, { user, body, headers }: ApiRequest): object {
  readBody(body, headers, { apiVersion: authentication, kind: 'SelfSubjectReview' })
  return {
    kind: 'SelfSubjectReview',
    apiVersion: authentication,
    metadata: { creationTimestamp: timestamp(now()) },
    status: { userInfo: { username: user.name, groups: groupsOf(user) } },
  }
}

function reviewAccess(api: Api, { user, body, headers }: ApiRequest): object {
  const { spec: sent } = readBody(body, headers, { apiVersion: authorization, kind: 'SelfSubjectAccessReview' })
  const spec = isObject(sent) ? sent : {}
  const attributes = spec['resourceAttributes']
  if (spec['nonResourceAttributes'] !== undefined) throw notImplemented('access reviews of paths')
  if (!isObject(attributes)) throw attributesRequired(api.release)
  const text = (field: string): string => (typeof attributes[field] === 'string' ? attributes[field] : '')
  const { allowed, reason } = permissionOf(api, user, {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  })
  const present = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: authorization,
    metadata: {},
    spec: { resourceAttributes: present },
    status: { allowed, ...(reason !== '' && { reason }) },
  }
}

const attributesRequired = ({ minor }: Release) => {
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  const subject = { group: 'authorization.k8s.io', kind: '', resource: '', name: '' }
  return invalid(subject, [invalidValue(minor < otherWordsSince ? 'spec.resourceAttributes' : 'spec', null, why)])
}
