import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSubject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { type HostFact, LabelNotCopied } from './host-messages.ts'
import { runProgram } from './run-program.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 10_000 }

/**
 * Gives a file the SELinux label of another one; does nothing on a host without SELinux. Node.js has no call for it, and
 * chcon is a part of coreutils. Rejects with Failure 'refused' or 'timeout' when it fails: a kubelet that may not read its
 * configuration does not start.
 */
export async function copyLabel(root: string, from: string, to: string): Promise<void> {
  const isOn = await access(join(root, 'sys/fs/selinux/enforce')).then(
    () => true,
    () => false,
  )
  if (!isOn) return
  const { exit, stderr } = await runProgram(['chcon', `--reference=${from}`, '--', to], limits)
  // A file without a label: the new one has that of its folder.
  if (exit === 0 || stderr.includes('No data available')) return
  const fact: HostFact = LabelNotCopied({ subject: fileSubject(from), programMessage: stderr.trim() })
  throw new Failure('refused', fact)
}
