import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { type Ran, runProcess } from '../support/run-process.ts'

interface Step {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const root = join(import.meta.dirname, '..', '..')
export const action: Action = parse(await readFile(join(root, 'action.yml'), 'utf8'))

export type Inputs = Readonly<Record<string, string>>

export interface Result {
  /** Of the step that failed, or 0. */
  readonly exit: number | null
  readonly outputs: Readonly<Record<string, string>>
  readonly stdout: string
  readonly stderr: string
  readonly summary: string
  /** What later steps have in PATH. */
  readonly path: string
}

/** As much of a GitHub runner as a composite action needs: contexts, a workspace, and the files that steps write to. */
export class Runner {
  readonly workspace: string
  readonly temp: string
  readonly #env: Readonly<Record<string, string>>
  #path: string

  private constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.workspace = join(folder, 'workspace')
    this.temp = join(folder, 'temp')
    this.#path = env['PATH'] ?? process.env['PATH'] ?? ''
    this.#env = env
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<Runner> {
    const runner = new Runner(await mkdtemp(join(tmpdir(), 'runner-')), env)
    for (const each of [runner.workspace, runner.temp]) await mkdir(each)
    return runner
  }

  async run(given: Inputs): Promise<Result> {
    const inputs = this.#inputs(given)
    const rans: Ran[] = []
    const outputs: Record<string, string> = {}
    for (const step of action.runs.steps) {
      if (step.run === undefined || !isTrue(step.if, inputs)) continue
      const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, { inputs })])
      rans.push(await this.#runScript(step.run, Object.fromEntries(env)))
      Object.assign(outputs, prefixed(`steps.${step.id}.outputs.`, await this.#pairs('GITHUB_OUTPUT')))
      this.#path = [await this.#take('GITHUB_PATH'), this.#path].join('\n').trim().split('\n').join(delimiter)
      if (rans.at(-1)?.exit !== 0) break
    }
    const named = Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      evaluate(value, { inputs, outputs }),
    ])
    return {
      exit: rans.at(-1)?.exit ?? 0,
      outputs: Object.fromEntries(named),
      stdout: rans.map(({ stdout }) => stdout).join(''),
      stderr: rans.map(({ stderr }) => stderr).join(''),
      summary: await this.#take('GITHUB_STEP_SUMMARY'),
      path: this.#path,
    }
  }

  #inputs(given: Inputs): Inputs {
    const unknown = Object.keys(given).filter((name) => !(name in action.inputs))
    if (unknown.length > 0) throw new Error(`the action has no inputs ${unknown}`)
    const all = Object.entries(action.inputs).map(([name, input]) => {
      return [name, given[name] ?? evaluate(input.default ?? '', { inputs: {} })]
    })
    return Object.fromEntries(all)
  }

  /** As a runner does for `shell: bash`. */
  async #runScript(script: string, env: Readonly<Record<string, string>>): Promise<Ran> {
    const file = join(this.temp, 'script.sh')
    await writeFile(file, script)
    return runProcess('bash', ['-c', `cd "$GITHUB_WORKSPACE" && exec bash --noprofile --norc -eo pipefail '${file}'`], {
      env: {
        ...wayOut,
        HOME: this.temp,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: this.workspace,
        GITHUB_SHA: sha,
        RUNNER_TEMP: this.temp,
        ...Object.fromEntries(commandFiles.map((name) => [name, join(this.temp, name)])),
        ...this.#env,
        ...env,
        PATH: this.#path,
      },
    })
  }

  /** What has been written to the file since the last call. */
  async #take(name: (typeof commandFiles)[number]): Promise<string> {
    const file = join(this.temp, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    await writeFile(file, '')
    return text
  }

  async #pairs(name: (typeof commandFiles)[number]): Promise<Record<string, string>> {
    const lines = (await this.#take(name)).split('\n').filter((line) => line !== '')
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  }
}

/** How programs of this machine reach package registries. */
const wayOut = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_(registry|cafile|cache)|node_extra_ca_certs|(https?|no)_proxy)$/i.test(name),
  ),
)

const sha = '0123456789abcdef0123456789abcdef01234567'
const commandFiles = ['GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const

interface Contexts {
  readonly inputs: Inputs
  readonly outputs?: Readonly<Record<string, string>>
}

/** Only the expressions that the action has. */
function evaluate(text: string, { inputs, outputs = {} }: Contexts): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    if (expression === 'github.sha') return sha
    if (expression.startsWith('steps.')) return outputs[expression] ?? ''
    const value = expression.startsWith('inputs.') ? inputs[expression.slice('inputs.'.length)] : undefined
    if (value === undefined) throw new Error(`the runner of the tests cannot evaluate ${expression}`)
    return value
  })
}

function isTrue(condition: string | undefined, inputs: Inputs): boolean {
  if (condition === undefined) return true
  const [, name, value] = /^inputs\.([\w-]+) != '(\w+)'$/.exec(condition) ?? []
  if (name === undefined) throw new Error(`the runner of the tests cannot evaluate ${condition}`)
  return inputs[name] !== value
}

const prefixed = (prefix: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))

/** The lines that a runner obeys; it ignores those between `::stop-commands::TOKEN` and `::TOKEN::`. */
export function obeyed(output: string): readonly string[] {
  const lines: string[] = []
  let token: string | undefined
  for (const line of output.split('\n').map((line) => line.trimStart())) {
    if (token !== undefined) token = line === `::${token}::` ? undefined : token
    else if (line.startsWith('::stop-commands::')) token = line.slice('::stop-commands::'.length)
    else if (line.startsWith('::')) lines.push(line)
  }
  return lines
}
