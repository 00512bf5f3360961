import { nodes } from '../machine/nodes.ts'

/** Who the API server knows, and in which groups. What a user without a group may do, a test binds with RBAC. */
export const users = {
  admin: ['system:masters'],
  viewer: [],
  editor: [],
  nobody: [],
  'system:kube-scheduler': [],
  'system:kube-controller-manager': [],
  ...Object.fromEntries(nodes.map(({ name }) => [`system:node:${name}`, ['system:nodes']])),
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Bearer token of a user. No secret: the API server is reachable in its own network namespace only. */
export function tokenOf(user: string): string {
  return `token-of-${user.replaceAll(':', '-')}`
}

/** Content of `kube-apiserver --token-auth-file`: token, user, uid, groups. */
export function tokenFile(): string {
  return Object.entries(users)
    .map(([user, groups]) => `${tokenOf(user)},${user},${user},"${groups.join(',')}"\n`)
    .join('')
}
