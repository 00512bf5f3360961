import { join } from 'node:path'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'
import { outputOf } from '../../test/cluster/host/output-of.ts'
import { buildWith } from '../../test/oracle/build.ts'
import { declaredFlags } from './declared-flags.ts'
import type { Facts, FieldFact } from './facts.ts'
import { type Module, moduleOf } from './modules.ts'

const program = { name: 'facts', source: join(import.meta.dirname, 'program') }

/** What the program prints: of a string with a type of its own, the type instead of its constants. */
interface Printed extends Pick<Facts, 'gates'> {
  readonly fields: readonly (FieldFact & { readonly package?: string; readonly name?: string })[]
  readonly defaults: Tree
}

type Tree = { readonly [name: string]: unknown }

/** Not every release has each. */
const declaringFlags =
  '{cmd/kubelet/app/options/{options,globalflags,globalflags_linux,globalflags_providers},pkg/kubelet/config/flags}.go'

/** The facts of a release from its Go modules, which are downloaded and built unless the machine has them. */
export async function factsOfModules(release: Release, signal: AbortSignal): Promise<Facts> {
  const printed: Printed = JSON.parse(await outputOf(await buildWith(release, program, signal), [], { signal }))
  const constants = await constantsOf(release, printed, signal)
  const kubernetes = await moduleOf(release, 'k8s.io/kubernetes', signal)
  const base = await moduleOf(release, 'k8s.io/component-base', signal)
  const { evictionHard, ...defaults } = leavesOf(printed)
  return {
    fields: printed.fields.map(({ path, type, pointer, written, package: of, name }) => {
      const values = constants(of, name)
      return {
        path,
        type,
        ...(pointer && { pointer }),
        ...(written && { written }),
        ...(values.length > 0 && { values }),
      }
    }),
    defaults,
    gates: printed.gates,
    flags: declaredFlags({
      kubelet: kubernetes.read(declaringFlags),
      logs: base.read('logs/api/v1/options.go'),
      fields: printed.fields.map(({ path }) => path),
    }),
  }
}

/** Finds the constants of a type, in the order of their declaration. */
async function constantsOf(release: Release, { fields }: Printed, signal: AbortSignal) {
  const sources = new Map<string, string>()
  for (const name of new Set(fields.flatMap((field) => field.package ?? []))) {
    const [host, repository, ...folder] = name.split('/')
    const module: Module = await moduleOf(release, `${host}/${repository}`, signal)
    sources.set(name, module.read([...folder, '*.go'].join('/')))
  }
  return (of = '', name = ''): string[] =>
    Array.from((sources.get(of) ?? '').matchAll(/^\s*\w+\s+(\w+)\s*=\s*"([^"]*)"/gm)).flatMap(([, type, value = '']) =>
      type === name && value !== '' ? [value] : [],
    )
}

/** The values by path: structs are taken apart, lists and maps are not. */
function leavesOf({ fields, defaults }: Printed): Readonly<Record<string, unknown>> {
  const structs = new Set(fields.filter(({ type }) => type === 'struct').map(({ path }) => path))
  const below = (tree: Tree, prefix: string): [string, unknown][] =>
    Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
      const path = `${prefix}${name}`
      const inner = structs.has(path) ? below(value as Tree, `${path}.`) : []
      return inner.length > 0 ? inner : [[path, value]]
    })
  return Object.fromEntries(below(defaults, ''))
}
