import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { writeWrappers } from '../../src/sandbox/shell/run-command.ts'
import { compileCache } from './compile-cache.ts'
import { fileOf } from './installed.ts'
import { type Ran, runProcess } from './run-process.ts'

/** As bin/start.cjs has them. */
const ours = () =>
  Object.fromEntries(['kubeletcfg', 'nodesize'].map((name) => [name, [process.execPath, fileOf(name)]]))

export interface Step {
  readonly name?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

/** As much of a runner as our examples need: a working copy, bash, and the files by which steps talk to each other. */
export class Pipeline {
  readonly folder: string
  readonly #path: string
  readonly #secrets: Readonly<Record<string, string>>

  private constructor(folder: string, path: string, secrets: Readonly<Record<string, string>>) {
    this.folder = folder
    this.#path = path
    this.#secrets = secrets
  }

  /** npm is a program that only says what it was asked: nothing is installed. */
  static async with(secrets: Readonly<Record<string, string>>): Promise<Pipeline> {
    const folder = await mkdtemp(join(tmpdir(), 'pipeline-'))
    const programs = writeWrappers(folder, ours())
    await writeFile(join(programs, 'npm'), '#!/bin/sh\necho npm "$@"\n', { mode: 0o755 })
    await mkdir(join(folder, 'kubelet', 'nodes'), { recursive: true })
    return new Pipeline(folder, [programs, process.env['PATH']].join(delimiter), secrets)
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.folder, file), text)
  }

  /** The steps of a job of GitHub Actions, until one fails; those that only use an action are passed over. */
  async runSteps(steps: readonly Step[]): Promise<Ran[]> {
    const rans: Ran[] = []
    for (const { run, env = {} } of steps) {
      if (run === undefined) continue
      const secrets = Object.entries(env).map(([name, value]) => [name, this.#fillIn(value)])
      const ran = await this.runScript(run, { ...(await this.#exported()), ...Object.fromEntries(secrets) })
      rans.push(ran)
      if (ran.exit !== 0) break
    }
    return rans
  }

  /** In bash, which stops at the first command that fails. */
  runScript(script: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const { folder } = this
    const variables = { GITHUB_ENV: join(folder, 'exported'), RUNNER_TEMP: folder, GITHUB_SHA: '1234abc' }
    return runProcess('bash', ['-eo', 'pipefail', '-c', `cd '${folder}'\n${script}`], {
      env: {
        ...compileCache,
        PATH: this.#path,
        TMPDIR: folder,
        HOME: folder,
        CI_COMMIT_SHA: '1234abc',
        ...variables,
        ...env,
      },
    })
  }

  #fillIn(value: string): string {
    return value.replaceAll(/\$\{\{ secrets\.(\w+) \}\}/g, (_, name: string) => this.#secrets[name] ?? '')
  }

  async #exported(): Promise<Record<string, string>> {
    const text = await readFile(join(this.folder, 'exported'), 'utf8').catch(() => '')
    const lines = text.split('\n').filter((line) => line !== '')
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  }
}
