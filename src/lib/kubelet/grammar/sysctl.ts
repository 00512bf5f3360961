import { compareReleases, type Release } from '../model/releases.ts'

const longest = 253
const part = '[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?'
const name = new RegExp(`^${part}(?:[./]${part})*$`)

/**
 * What is wrong with the name of a sysctl such as `net.core.somaxconn` or `net/core/somaxconn`, as the end of a sentence
 * about it; undefined when nothing is. No `*` is taken.
 */
export function flawOfSysctlName(text: string): string | undefined {
  if (text === '') return 'must not be empty'
  if (text.length > longest) return `must have at most ${longest} characters, not ${text.length}`
  return name.test(text)
    ? undefined
    : 'must have only lower-case letters, digits, - and _, in parts joined by . or / that begin and end with a letter or digit'
}

/** One spelling for both: where the first separator is a slash, slashes are dots and dots slashes (sysctl(8)). */
export function normalizeSysctl(text: string): string {
  if (/[./]/.exec(text)?.[0] !== '/') return text
  return text.replaceAll(/[./]/g, (separator) => (separator === '/' ? '.' : '/'))
}

const pattern = new RegExp(`^(?:${part}[./])*(?:[a-z0-9][-_a-z0-9]*)?[a-z0-9*]$`)

/** May an administrator allow this sysctl to pods? A `*` may end the last part (policy/validation, IsValidSysctlPattern). */
export const isSysctlPattern = (text: string): boolean => text.length <= longest && pattern.test(text)

const ipc = ['kernel.sem', 'kernel.shm', 'kernel.shm_rmid_forced', 'kernel.shmall', 'kernel.shmmax', 'kernel.shmmni']
const messages = ['kernel.msg', 'kernel.msgmax', 'kernel.msgmnb', 'kernel.msgmni']
const old = { names: new Set([...ipc, ...messages]), below: ['net.', 'fs.mqueue.'] }
const current = { names: new Set([...old.names, 'kernel.domainname']), below: [...old.below, 'user.'] }

/** Does each pod have its own (component-helpers/node/util/sysctl)? Any other one is the whole node's. */
export function isNamespaced(sysctl: string, release: Release): boolean {
  const normal = normalizeSysctl(sysctl)
  const { names, below } = compareReleases(release, '1.37') < 0 ? old : current
  return names.has(normal) || below.some((prefix) => normal.startsWith(prefix))
}
