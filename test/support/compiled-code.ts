import vm from 'node:vm'

interface KeptScript {
  readonly source: string
  readonly script: vm.Script
}

interface KeptCode {
  /** V8 itself compares no more than the length. */
  readonly source: string
  readonly compiled: Buffer
}

const scripts = new Map<string, KeptScript>()
const modules = new Map<string, KeptCode>()
const seen = new Set<string>()

const compileAnew = vm.compileFunction

/**
 * Jest gives each test file modules of its own, and has V8 compile all of them again, which is a quarter of the time of a
 * small file. From now on, what V8 compiled for one test file of this process is kept for the next.
 */
export function keepCompiledCode(): void {
  vm.compileFunction = compileFunction as typeof vm.compileFunction
  Object.defineProperty(vm, 'SourceTextModule', { value: KeptModule })
}

type Options = vm.CompileFunctionOptions & { readonly filename: string }

/**
 * One script serves all contexts. V8 would also find it by its source, but looks through all that has the same: that takes
 * longer with each test file. What imports on demand does so for one test file, and is not kept.
 */
function compileFunction(source: string, parameters: readonly string[], options: Options): unknown {
  if (/\bimport\s*\(/.test(source)) return compileAnew(source, parameters, options)
  const { filename, parsingContext } = options
  const name = `${filename}(${parameters.join()})`
  const found = scripts.get(name)
  const script = found?.source === source ? found.script : scriptOf(source, parameters, filename)
  scripts.set(name, { source, script })
  return script.runInContext(parsingContext!)
}

function scriptOf(source: string, parameters: readonly string[], filename: string): vm.Script {
  const head = `(function (${parameters.join()}) {`
  return new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length })
}

class KeptModule extends vm.SourceTextModule {
  // Missing in @types/node.
  declare readonly createCachedData: () => Buffer

  constructor(source: string, options: vm.SourceTextModuleOptions & { readonly identifier: string }) {
    const { identifier } = options
    const found = modules.get(identifier)
    const isKept = found?.source === source
    super(source, isKept ? ({ ...options, cachedData: found.compiled } as vm.SourceTextModuleOptions) : options)
    // What one test file needs alone, such as itself, is not worth keeping.
    if (!isKept && seen.has(identifier)) modules.set(identifier, { source, compiled: this.createCachedData() })
    seen.add(identifier)
  }
}
