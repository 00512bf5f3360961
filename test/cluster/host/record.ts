import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { logDirectory, recordFile, temporaryDirectory } from './directories.ts'
import { identityOf, type ProcessIdentity } from './process-identity.ts'

interface RunRecord {
  /** Start times count from boot: after another boot no process of the record can be alive. */
  readonly bootId: string
  readonly processes: Readonly<Record<string, ProcessIdentity>>
}

/** Makes the run directory with an empty record. */
export function beginRecord(): void {
  for (const directory of [logDirectory, temporaryDirectory]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  write({ bootId: bootId(), processes: {} })
}

/** Adds a process that was just started; it is on disk when this returns. */
export function recordProcess(name: string, pid: number): void {
  const identity = identityOf(pid)
  if (identity === undefined) return
  write({ bootId: bootId(), processes: { ...recordedProcesses(), [name]: identity } })
}

/** The processes of the run that the run directory tells of; none after a reboot. */
export function recordedProcesses(): Readonly<Record<string, ProcessIdentity>> {
  if (!existsSync(recordFile)) return {}
  const record = JSON.parse(readFileSync(recordFile, 'utf8')) as RunRecord
  return record.bootId === bootId() ? record.processes : {}
}

function write(record: RunRecord): void {
  const unfinished = `${recordFile}.unfinished`
  writeFileSync(unfinished, JSON.stringify(record, undefined, 2))
  renameSync(unfinished, recordFile)
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
