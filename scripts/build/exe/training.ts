import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSandbox } from '../../../src/sandbox/start.ts'
import { compile } from './load-chunks.ts'
import { sameBytes } from './v8-flags.ts'

const run = promisify(execFile)
const examples = join(import.meta.dirname, '..', '..', '..', 'examples')
const valid = join(examples, 'kubelet.yaml')
const broken = join(examples, 'kubelet-broken.yaml')

/**
 * What people and scripts run most, in an order that works on a simulated cluster, with the exit code of each. Nothing that
 * waits: what runs then depends on time, and the executable would have other bytes.
 */
const commandLines: readonly (readonly [line: string, exit?: number])[] = [
  ['kubeletcfg --version'],
  ['kubeletcfg --help'],
  ['kubeletcfg validate --help'],
  ['nodesize --help'],
  [`kubeletcfg validate ${valid}`],
  [`kubeletcfg validate ${broken}`, 3],
  [`kubeletcfg validate ${valid} -o json`],
  ['kubeletcfg __complete -- get --'],
  [`kubeletcfg push -f ${valid} --global --yes`],
  [`kubeletcfg diff -f ${valid} --global`],
  ['kubeletcfg list'],
  ['kubeletcfg get --global'],
  ['kubeletcfg source node-a'],
  ['nodesize install --all-nodes --dry-run=client'],
  ['nodesize get'],
  ['nodesize __complete -- get '],
]

/** Compile the chunks of a folder, ahead of time, as far as usual command lines need them. Only for this Node.js. */
export async function compileChunks(folder: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'kubeletcfg-training-'))
  const sandbox = await startSandbox({ load: [join(examples, 'workload.yaml')] })
  try {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      KUBECONFIG: sandbox.kubeconfig,
      // On a busy machine, a deadline would be a matter of luck.
      NODESIZE_COMPLETION_TIMEOUT: '1m',
    }
    for (const [line, exit = 0] of commandLines) await train(folder, line.split(' '), exit, env)
  } finally {
    await sandbox.close()
    await rm(home, { recursive: true, force: true })
  }
  await complete(folder)
  await expectAcceptance(folder)
}

async function train(folder: string, words: readonly string[], exit: number, env: NodeJS.ProcessEnv): Promise<void> {
  const script = join(import.meta.dirname, 'train.ts')
  const code = await run(process.execPath, [...sameBytes, script, folder, ...words], { env }).then(
    () => 0,
    (error) => (error.code === exit ? exit : Promise.reject(error)),
  )
  if (code !== exit) throw new Error(`${words.join(' ')} ended with ${code}, not with ${exit}`)
}

/** Complete what the command lines have left: chunks that none has loaded, and numbers. */
async function complete(folder: string): Promise<void> {
  const chunks = (await readdir(folder)).filter((name) => name.endsWith('.cjs')).toSorted()
  await run(process.execPath, [...sameBytes, join(import.meta.dirname, 'compile.ts'), ...chunks], { cwd: folder })
}

/** V8 would silently compile again what it rejects. This process has the flags of the executable: none. */
async function expectAcceptance(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.cjs'))) {
    const [source, compiled] = [
      await readFile(join(folder, name), 'utf8'),
      await readFile(join(folder, `${name}.compiled`)),
    ]
    if (compile(name, { source, compiled }).cachedDataRejected !== false)
      throw new Error(`V8 rejects what it has compiled of ${name}`)
  }
}
