import vm from 'node:vm'

interface Kept {
  /** V8 itself compares no more than the length. */
  readonly source: string
  readonly compiled: Buffer
}

const kept = new Map<string, Kept>()
const seen = new Set<string>()
/** What was compiled for this test file. When it has run, V8 has compiled the functions in it, too. */
const fresh = new Map<string, { readonly source: string; readonly script: vm.Script }>()

const compiledOf = (name: string, source: string): { cachedData: Buffer } | undefined => {
  const found = kept.get(name)
  return found?.source === source ? { cachedData: found.compiled } : undefined
}

/** What one test file needs alone, such as itself, is not worth keeping. */
function isShared(name: string): boolean {
  const isKnown = seen.has(name)
  seen.add(name)
  return isKnown
}

/**
 * Jest gives each test file modules of its own, and has V8 compile all of them again, which is a quarter of the time of a
 * small file. From now on, what V8 compiled for one test file of this process is kept for the next.
 */
export function keepCompiledCode(): void {
  vm.compileFunction = compileFunction as typeof vm.compileFunction
  Object.defineProperty(vm, 'SourceTextModule', { value: KeptModule })
}

/** To be called at the end of a test file. */
export function collectCompiledCode(): void {
  for (const [name, { source, script }] of fresh) kept.set(name, { source, compiled: script.createCachedData() })
  fresh.clear()
}

/** A script, because V8 gives what it has compiled of a function only before it runs. */
function compileFunction(
  source: string,
  parameters: readonly string[],
  { parsingContext, ...options }: vm.CompileFunctionOptions & { readonly filename: string },
): unknown {
  const name = `${options.filename}(${parameters.join()})`
  const head = `(function (${parameters.join()}) {`
  const found = compiledOf(name, source)
  const script = new vm.Script(`${head}${source}\n})`, {
    ...(options as vm.ScriptOptions),
    columnOffset: -head.length,
    ...found,
  })
  if (found === undefined && isShared(name)) fresh.set(name, { source, script })
  return script.runInContext(parsingContext!)
}

class KeptModule extends vm.SourceTextModule {
  // Missing in @types/node.
  declare readonly createCachedData: () => Buffer

  constructor(source: string, options: vm.SourceTextModuleOptions & { readonly identifier: string }) {
    const found = compiledOf(options.identifier, source)
    super(source, { ...options, ...found })
    if (found === undefined && isShared(options.identifier))
      kept.set(options.identifier, { source, compiled: this.createCachedData() })
  }
}
