import { dirname } from 'node:path'
import { Script } from 'node:vm'

export interface Chunk {
  /** As `wrapped` returns it. */
  readonly source: string
  /** What V8 has compiled of it; undefined or empty: nothing. */
  readonly compiled: Buffer | undefined
}

type Module = { exports: Record<string, unknown> }
type Body = (
  exports: object,
  require: (id: string) => unknown,
  module: Module,
  filename: string,
  dirname: string,
) => void

/** The source of a chunk as a function of what CommonJS gives to a module. */
export const wrapped = (source: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`

/** The same options wherever a chunk is compiled: V8 accepts its compiled code only then. */
export const compile = (name: string, { source, compiled }: Chunk): Script =>
  new Script(source, {
    filename: `kubeletcfg:${name}`,
    ...(compiled !== undefined && compiled.length > 0 && { cachedData: compiled }),
  })

/** A `require` for the chunks of a bundle, which can come from anywhere, and for what is built into Node.js. */
export function chunkLoader(scriptOf: (name: string) => Script): (name: string) => unknown {
  const modules = new Map<string, Module>()
  const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : builtIn(id))

  function load(name: string): unknown {
    const loaded = modules.get(name)
    if (loaded !== undefined) return loaded.exports
    const module: Module = { exports: {} }
    modules.set(name, module)
    const body: Body = scriptOf(name).runInThisContext()
    body(module.exports, require, module, process.execPath, dirname(process.execPath))
    return module.exports
  }
  return load
}

/** Packages try to load others that are optional, and know this error. */
function builtIn(id: string): unknown {
  const module = process.getBuiltinModule(id)
  if (module !== undefined) return module
  throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' })
}
