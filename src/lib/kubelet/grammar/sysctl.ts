import { compareReleases, type Release } from '../model/releases.ts'

const longest = 253
const part = '[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?'
const name = new RegExp(`^${part}(?:[./]${part})*$`)

/**
 * The fault of the name of a sysctl such as `net.core.somaxconn` or `net/core/somaxconn`, as the end of a sentence;
 * undefined when it is valid. A `*` is not allowed.
 */
export function flawOfSysctlName(text: string): string | undefined {
  if (text === '') return 'must not be empty'
  if (text.length > longest) return `must have at most ${longest} characters, not ${text.length}`
  return name.test(text)
    ? undefined
    : 'must have only lower-case letters, digits, - and _, in parts joined by . or / that begin and end with a letter or digit'
}

/** One spelling for both forms: if the first separator is a slash, slashes and dots change places (sysctl(8)). */
export function normalizeSysctl(text: string): string {
  if (/[./]/.exec(text)?.[0] !== '/') return text
  return text.replaceAll(/[./]/g, (separator) => (separator === '/' ? '.' : '/'))
}

const pattern = new RegExp(`^(?:${part}[./])*(?:[a-z0-9][-_a-z0-9]*)?[a-z0-9*]$`)

/** Whether an administrator may allow it for pods. A `*` may end the last part (IsValidSysctlPattern). */
export const isSysctlPattern = (text: string): boolean => text.length <= longest && pattern.test(text)

const ipc = ['kernel.sem', 'kernel.shm', 'kernel.shm_rmid_forced', 'kernel.shmall', 'kernel.shmmax', 'kernel.shmmni']
const messages = ['kernel.msg', 'kernel.msgmax', 'kernel.msgmnb', 'kernel.msgmni']
const old = { names: new Set([...ipc, ...messages]), below: ['net.', 'fs.mqueue.'] }
const current = { names: new Set([...old.names, 'kernel.domainname']), below: [...old.below, 'user.'] }

/** Whether each pod has its own value (component-helpers/node/util/sysctl). Others belong to the whole node. */
export function isNamespaced(sysctl: string, release: Release): boolean {
  const normal = normalizeSysctl(sysctl)
  const { names, below } = compareReleases(release, '1.37') < 0 ? old : current
  return names.has(normal) || below.some((prefix) => normal.startsWith(prefix))
}
