import { quote } from '../../kubelet/model/quote.ts'
import type { Mapping, Position, Tree } from '../../kubelet/model/tree.ts'
import type { PlacedFlag } from '../../kubelet-flags/source.ts'
import { entryValue, headerOf } from './holding.ts'
import { kubeadmVersion } from './kubeadm.ts'

/** The flags that an InitConfiguration or a JoinConfiguration has for its kubelet. */
export interface KubeletExtraArgs extends Position {
  /** As kubeadm hands them to the kubelet: by name, then by value. */
  readonly flags: readonly PlacedFlag[]
  /** Why kubeadm would not take them. */
  readonly problems: readonly Problem[]
}

interface Problem extends Position {
  readonly message: string
}

const kinds: ReadonlySet<string> = new Set(['InitConfiguration', 'JoinConfiguration'])
const wantsMapping = /^v1(?:alpha\d+|beta[1-3])$/

/** undefined: it has none. A mapping up to v1beta3, a list of name and value since v1beta4. */
export function kubeletExtraArgs(object: Mapping): KubeletExtraArgs | undefined {
  if (!kinds.has(headerOf(object, 'kind'))) return undefined
  const tree = entryValue(entryValue(object, 'nodeRegistration'), 'kubeletExtraArgs')
  if (tree === undefined || isNull(tree)) return undefined
  const { line, column } = tree
  const read = argsIn(tree, kubeadmVersion(object))
  const args = read.filter((one) => 'name' in one).toSorted((a, b) => order(a.name, b.name) || order(a.value, b.value))
  const problems = read.filter((one) => 'message' in one)
  return { flags: args.map(flagOf), problems, line, column }
}

interface Arg extends Position {
  readonly name: string
  readonly value: string
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const flagOf = ({ name, value, line, column }: Arg): PlacedFlag => ({
  text: `--${name}=${value}`,
  at: { line, column },
})

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

const problem = ({ line, column }: Position, message: string): Problem => ({ line, column, message })

function argsIn(tree: Tree, version: string): readonly (Arg | Problem)[] {
  const isOld = wantsMapping.test(version)
  if (isOld && tree.type === 'map') return ofMapping(tree)
  if (!isOld && tree.type === 'list') return tree.items.map(ofItem)
  const name = quote(version).slice(1, -1)
  const wanted = isOld
    ? `a mapping in ${name}: a list is for v1beta4 and later`
    : `a list of name and value in ${name}: a mapping is for v1beta3 and earlier`
  return [problem(tree, `kubeletExtraArgs wants ${wanted}`)]
}

const ofMapping = ({ entries }: Mapping): readonly (Arg | Problem)[] =>
  Array.from(new Map(entries.map((entry) => [entry.key, entry])).values(), ({ key, at, value }) =>
    argOf(key, value, at),
  )

function ofItem(item: Tree): Arg | Problem {
  const name = entryValue(item, 'name')
  if (name?.type !== 'scalar' || name.kind !== 'string')
    return problem(item, 'an item of kubeletExtraArgs wants a name')
  return argOf(name.text, entryValue(item, 'value'), item)
}

/** What is not said, or null, is the empty string to kubeadm. Values may be secrets. */
function argOf(name: string, value: Tree | undefined, { line, column }: Position): Arg | Problem {
  if (value === undefined || isNull(value)) return { name, value: '', line, column }
  if (value.type === 'scalar' && value.kind === 'string') return { name, value: value.text, line, column }
  const remedy = value.type === 'scalar' ? ': put it in quotes' : ''
  return problem(value, `--${quote(name).slice(1, -1)} wants a string${remedy}`)
}
