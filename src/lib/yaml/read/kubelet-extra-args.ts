import { quote } from '../../kubelet/model/quote.ts'
import type { Mapping, Position, Tree } from '../../kubelet/model/tree.ts'
import { type FactOf, message } from '../../message/message.ts'
import { entryValue, headerOf } from './holding.ts'
import { kubeadmVersion } from './kubeadm.ts'

/** The flags for the kubelet in an InitConfiguration or a JoinConfiguration. */
export interface KubeletExtraArgs extends Position {
  /** In the order in which kubeadm passes them on: by name, then by value. */
  readonly flags: readonly ExtraArg[]
  /** Why kubeadm would refuse them. */
  readonly problems: readonly ArgsProblem[]
}

/** A flag as on the command line, and its place in the file. */
export interface ExtraArg {
  readonly text: string
  readonly at: Position
}

export type ArgsProblem =
  | FactOf<typeof ArgsNotMapping>
  | FactOf<typeof ArgsNotList>
  | FactOf<typeof ArgWithoutName>
  | FactOf<typeof ArgNotString>

const kinds: ReadonlySet<string> = new Set(['InitConfiguration', 'JoinConfiguration'])
const wantsMapping = /^v1(?:alpha\d+|beta[1-3])$/

/** undefined when it has none. A mapping up to v1beta3, a list of name and value since v1beta4. */
export function kubeletExtraArgs(object: Mapping): KubeletExtraArgs | undefined {
  if (!kinds.has(headerOf(object, 'kind'))) return undefined
  const tree = entryValue(entryValue(object, 'nodeRegistration'), 'kubeletExtraArgs')
  if (tree === undefined || isNull(tree)) return undefined
  const { line, column } = tree
  const read = argsIn(tree, kubeadmVersion(object))
  const args = read.filter((one) => 'name' in one).toSorted((a, b) => order(a.name, b.name) || order(a.value, b.value))
  const problems = read.filter((one) => 'reason' in one)
  return { flags: args.map(flagOf), problems, line, column }
}

interface Arg extends Position {
  readonly name: string
  readonly value: string
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const flagOf = ({ name, value, line, column }: Arg): ExtraArg => ({
  text: `--${name}=${value}`,
  at: { line, column },
})

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

function argsIn(tree: Tree, version: string): readonly (Arg | ArgsProblem)[] {
  const isOld = wantsMapping.test(version)
  if (isOld && tree.type === 'map') return ofMapping(tree)
  if (!isOld && tree.type === 'list') return tree.items.map(ofItem)
  const { line, column } = tree
  return [isOld ? ArgsNotMapping({ version, line, column }) : ArgsNotList({ version, line, column })]
}

const ofMapping = ({ entries }: Mapping): readonly (Arg | ArgsProblem)[] =>
  Array.from(new Map(entries.map((entry) => [entry.key, entry])).values(), ({ key, at, value }) =>
    argOf(key, value, at),
  )

function ofItem(item: Tree): Arg | ArgsProblem {
  const name = entryValue(item, 'name')
  if (name?.type !== 'scalar' || name.kind !== 'string') return ArgWithoutName({ line: item.line, column: item.column })
  return argOf(name.text, entryValue(item, 'value'), item)
}

/** To kubeadm, a missing value and null are the empty string. Values may be secrets. */
function argOf(name: string, value: Tree | undefined, { line, column }: Position): Arg | ArgsProblem {
  if (value === undefined || isNull(value)) return { name, value: '', line, column }
  if (value.type === 'scalar' && value.kind === 'string') return { name, value: value.text, line, column }
  return ArgNotString({ flag: name, scalar: value.type === 'scalar', line: value.line, column: value.column })
}

export const ArgsNotMapping = message(
  'ArgsNotMapping',
  ({ version }: Position & { version: string }) =>
    `kubeletExtraArgs must be a mapping in ${bare(version)}: a list is for v1beta4 and later`,
)

export const ArgsNotList = message(
  'ArgsNotList',
  ({ version }: Position & { version: string }) =>
    `kubeletExtraArgs must be a list of name and value in ${bare(version)}: a mapping is for v1beta3 and earlier`,
)

export const ArgWithoutName = message('ArgWithoutName', (_: Position) => 'an item of kubeletExtraArgs must have a name')

/** `scalar`: in quotes, it would be a string. */
export const ArgNotString = message(
  'ArgNotString',
  ({ flag, scalar }: Position & { flag: string; scalar: boolean }) =>
    `--${bare(flag)} must be a string${scalar ? ': put it in quotes' : ''}`,
)

const bare = (text: string): string => quote(text).slice(1, -1)
