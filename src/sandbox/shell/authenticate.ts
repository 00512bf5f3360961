import type { IncomingMessage } from 'node:http'
import type { User } from '../interface/request.ts'
import { Refused } from './refused.ts'

/** Users by bearer token. */
export type Tokens = ReadonlyMap<string, User>

/** Has all permissions, and can impersonate any user. */
export const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/** The user of a request, after impersonation. Throws Refused for an unknown token. */
export function authenticate({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>, tokens: Tokens): User {
  const [authorization] = headersDistinct['authorization'] ?? []
  const [, token] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? []
  const caller = authorization === undefined ? anonymous : tokens.get(token ?? '')
  if (caller === undefined) throw new Refused({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
  const [name] = headersDistinct['impersonate-user'] ?? []
  const groups = headersDistinct['impersonate-group'] ?? []
  return name === undefined && groups.length === 0 ? caller : impersonate(caller, { name, groups })
}

/** Impersonation as in apiserver/pkg/endpoints/filters/impersonation; only system:masters can impersonate. */
function impersonate(caller: User, { name, groups }: { name: string | undefined; groups: readonly string[] }): User {
  if (name === undefined)
    throw new Refused({
      code: 500,
      reason: 'InternalError',
      message: `requested [${groups.map((group) => `{Group  ${group} }`).join(' ')}] without impersonating a user`,
    })
  if (!caller.groups.includes('system:masters'))
    throw new Refused({
      code: 403,
      reason: 'Forbidden',
      message: `users "${name}" is forbidden: User "${caller.name}" cannot impersonate resource "users" in API group "" at the cluster scope`,
    })
  if (name === anonymous.name) return anonymous
  const own = groups.length > 0 ? groups : groupsOfServiceAccount(name)
  return { name, groups: [...new Set([...own, 'system:authenticated'])] }
}

function groupsOfServiceAccount(name: string): string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(name) ?? []
  return namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}
