import { quote } from '../config/quote.ts'
import type { Mapping, Position, Tree } from '../config/tree.ts'
import { entryValue } from './holding.ts'

/** The flags that an InitConfiguration or a JoinConfiguration has for its kubelet. */
export interface KubeletExtraArgs extends Position {
  /** As kubeadm hands them to the kubelet: by name, then by value. */
  readonly flags: readonly string[]
  /** Why kubeadm would not take them. */
  readonly problems: readonly Problem[]
}

interface Problem extends Position {
  readonly message: string
}

/** undefined: it has none. A mapping up to v1beta3, a list of name and value since v1beta4. */
export function kubeletExtraArgs(object: Mapping): KubeletExtraArgs | undefined {
  const tree = entryValue(entryValue(object, 'nodeRegistration'), 'kubeletExtraArgs')
  if (tree === undefined || (tree.type === 'scalar' && tree.kind === 'null')) return undefined
  const { line, column } = tree
  const read =
    tree.type === 'map'
      ? ofMapping(tree)
      : tree.type === 'list'
        ? tree.items.map(ofItem)
        : [problem(tree, 'kubeletExtraArgs wants a mapping, or a list of name and value')]
  const args = read.filter((one) => 'name' in one).toSorted((a, b) => order(a.name, b.name) || order(a.value, b.value))
  const problems = read.filter((one) => 'message' in one)
  return { flags: args.map(({ name, value }) => `--${name}=${value}`), problems, line, column }
}

interface Arg {
  readonly name: string
  readonly value: string
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const problem = ({ line, column }: Position, message: string): Problem => ({ line, column, message })

const ofMapping = ({ entries }: Mapping): readonly (Arg | Problem)[] =>
  Array.from(new Map(entries.map(({ key, value }) => [key, value])), ([name, value]) => argOf(name, value))

function ofItem(item: Tree): Arg | Problem {
  const name = entryValue(item, 'name')
  if (name?.type !== 'scalar' || name.kind !== 'string')
    return problem(item, 'an item of kubeletExtraArgs wants a name')
  return argOf(name.text, entryValue(item, 'value'))
}

/** What is not said, or null, is the empty string to kubeadm. Values may be secrets. */
function argOf(name: string, value: Tree | undefined): Arg | Problem {
  if (value === undefined || (value.type === 'scalar' && value.kind === 'null')) return { name, value: '' }
  if (value.type === 'scalar' && value.kind === 'string') return { name, value: value.text }
  const remedy = value.type === 'scalar' ? ': put it in quotes' : ''
  return problem(value, `--${quote(name).slice(1, -1)} wants a string${remedy}`)
}
