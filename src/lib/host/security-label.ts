import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const timeoutMs = 10_000

/**
 * Gives a file the SELinux label of another one; does nothing on a host without SELinux. Node.js has no call for it, and
 * chcon is a part of coreutils. Rejects when it fails: a kubelet that may not read its configuration does not start.
 */
export async function copyLabel(root: string, from: string, to: string): Promise<void> {
  const isOn = await access(join(root, 'sys/fs/selinux/enforce')).then(
    () => true,
    () => false,
  )
  if (isOn) await promisify(execFile)('chcon', [`--reference=${from}`, '--', to], { timeout: timeoutMs })
}
