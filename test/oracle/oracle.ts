import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { buildOracle } from './build.ts'
import type { JudgedRelease } from './kubelets.ts'
import type { Verdict } from './verdict.ts'

/** A kubelet's own code as a judge of documents: one process for as many as there are. */
export class Oracle {
  readonly release: JudgedRelease
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  private constructor(release: JudgedRelease, program: string, args: readonly string[]) {
    this.release = release
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    // When it dies, the lines end, and that is what tells.
    this.#process.stdin.on('error', () => undefined)
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
  }

  static async start(release: JudgedRelease, signal: AbortSignal): Promise<Oracle> {
    return new Oracle(release, await buildOracle(release, signal), [])
  }

  /** Judges folders by their paths: `config.yaml`, with what is in `drop-ins`. */
  static async ofFolders(release: JudgedRelease, signal: AbortSignal): Promise<Oracle> {
    return new Oracle(release, await buildOracle(release, signal), ['folders'])
  }

  /** One call at a time. */
  async judge(documents: readonly Uint8Array[]): Promise<readonly Verdict[]> {
    for (const document of documents) this.#process.stdin.write(framed(document))
    const verdicts: Verdict[] = []
    while (verdicts.length < documents.length) verdicts.push(await this.#next())
    return verdicts
  }

  async stop(): Promise<void> {
    this.#process.kill()
    if (this.#process.exitCode === null && this.#process.signalCode === null) await once(this.#process, 'exit')
  }

  async #next(): Promise<Verdict> {
    const { value, done } = await this.#lines.next()
    if (done)
      throw new Failure(
        'refused',
        said('OracleEnded', `the oracle of ${this.release} ended in the middle of a document`),
      )
    const { defaulted, ...verdict } = JSON.parse(value)
    return defaulted === undefined ? verdict : { ...verdict, defaulted: sourceOf(value) }
  }
}

function framed(document: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(document.length)
  return Buffer.concat([length, document])
}

/** The document stands last in the line. Parsing would round its large integers. */
const sourceOf = (line: string): string => line.slice(line.indexOf('"defaulted":') + '"defaulted":'.length, -1)
