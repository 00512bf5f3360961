/**
 * Measures the package as npm installs it, and the executable in dist-exe if there is one, beside Node, kubectl and
 * kubeconform, on the test cluster or on the sandbox. A goal that is not met is no error. Usage: npm run bench --
 * [--sandbox | --agent | --scale | --rollout | --soak] [--nodes N] [--changes N] [--row TEXT] [--json] [--rounds N] [--memory-minutes N] [--valgrind]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { partDirectory } from '../test/cluster/build/parts.ts'
import { installKubeconform } from '../test/kubeconform/install.ts'
import { optionsFrom } from './options.ts'
import { installPackage, programsIn } from './programs.ts'
import { soakNodes } from './soak/measure-soak.ts'

const argv = process.argv.slice(2)
const { sandbox, soak } = optionsFrom(argv)
// Both need a network, which the test cluster does not have.
if (!soak) installKubeconform()
const folder = await installPackage()
const [installed] = programsIn(folder)
const measure = [process.execPath, join(import.meta.dirname, 'measure.ts'), folder, ...argv]
const cluster = join(import.meta.dirname, '..', 'test', 'cluster', 'run.ts')
const [program = '', ...args] = sandbox
  ? (installed?.kubeletcfg('sandbox', ...(soak ? [`--nodes=${soakNodes}`] : []), '--', ...measure) ?? [])
  : [process.execPath, cluster, '--', ...measure]
const path = [dirname(process.execPath), partDirectory('kubectl'), process.env['PATH']].join(delimiter)
// Both make every start of Node slower, a little or a lot.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env
const child = spawn(program, args, { stdio: 'inherit', env: { ...env, PATH: path } })
const [code] = await once(child, 'close')
await rm(folder, { recursive: true, force: true })
process.exitCode = code ?? 1
