import { readFile, stat } from 'node:fs/promises'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { codeOf } from './error-code.ts'
import type { Pem } from './kubeconfig.ts'
import { CredentialFileUnreadable, type LoginFact } from './login-messages.ts'

/** How often to check a file for changes: certificates and tokens are renewed long before the old ones expire. */
const freshMs = 10_000

interface Kept {
  readonly text: string
  readonly version: string
  /** On the monotonic clock. */
  readonly checkedAt: number
}

/**
 * The files that a kubeconfig names: certificates, keys, tokens. Each is read on first use, and again when it has
 * changed; a change is checked for on use, at most every ten seconds. Rejects with Failure 'usage' while a file cannot
 * be read.
 */
export class CredentialFiles {
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  pem(pem: Pem): Promise<string> {
    return 'data' in pem ? Promise.resolve(pem.data) : this.read(pem.file)
  }

  async read(path: string): Promise<string> {
    const checkedAt = this.#clock.monotonic()
    const before = this.#kept.get(path)
    if (before !== undefined && checkedAt - before.checkedAt < freshMs) return before.text
    const found = await readChanged(path, before).catch((cause: unknown) => {
      const fact: LoginFact = CredentialFileUnreadable({ path, errorCode: codeOf(cause) })
      throw new Failure('usage', fact, { cause })
    })
    this.#kept.set(path, { ...found, checkedAt })
    return found.text
  }

  /** The server refused the credentials: check the files at the next use. */
  forget(): void {
    this.#kept.clear()
  }
}

async function readChanged(path: string, before: Kept | undefined): Promise<Pick<Kept, 'text' | 'version'>> {
  const { mtimeNs, size, ino } = await stat(path, { bigint: true })
  const version = [mtimeNs, size, ino].join()
  if (version === before?.version) return before
  return { text: await readFile(path, 'utf8'), version }
}
