import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestEnvironment } from 'jest-environment-node'
import { Commander } from './commander.ts'
import { compileCache } from './compile-cache.ts'
import { keepCompiledCode } from './compiled-code.ts'

/** Outside the tests' own module registries: one for all test files of a worker. */
const commander = new Commander()
const outside = tmpdir()
keepCompiledCode()

/** Where tests run: Node's environment, a process that runs command lines, and a folder for all that is temporary. */
export default class Environment extends TestEnvironment {
  #folder: string | undefined

  override async setup(): Promise<void> {
    await super.setup()
    const TMPDIR = await mkdtemp(join(outside, 'kubeletcfg-test-'))
    this.#folder = TMPDIR
    // node:os asks the process; tests have a copy of its environment, and give that to processes of their own.
    Object.assign(process.env, { TMPDIR })
    Object.assign(this.global.process.env, { TMPDIR, ...compileCache })
    Object.assign(this.global, { commander })
  }

  override async teardown(): Promise<void> {
    Object.assign(process.env, { TMPDIR: outside })
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    await super.teardown()
  }
}
