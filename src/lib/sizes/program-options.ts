import { isAttemptId } from './model/machine-note.ts'

/**
 * What programs pass is checked where it comes in: JavaScript has no compiler that finds a typo, and an option that is not known, or a value
 * that is none, must not act as if it had been left out. It is a mistake in the program, so each check throws a TypeError.
 */

/** What a value must be, and whether it is. */
interface Check {
  readonly expected: string
  readonly is: (value: unknown) => boolean
}

const check = (expected: string, is: (value: unknown) => boolean): Check => ({ expected, is })

const oneOf = (...words: readonly string[]): Check =>
  check(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasMethod =
  (name: string) =>
  (value: unknown): boolean =>
    isObject(value) && typeof value[name] === 'function'

const text = check('a text that is not empty', (value) => typeof value === 'string' && value !== '')
const flag = check('true or false', (value) => typeof value === 'boolean')
const milliseconds = check(
  'a number of milliseconds greater than zero',
  (value) => typeof value === 'number' && value > 0 && value <= longestMs,
)
const amount = check('a bigint greater than zero', (value) => typeof value === 'bigint' && value > 0n)
const sizeValue = check("a bigint greater than zero, or 'max'", (value) => value === 'max' || amount.is(value))

/** The longest timer. */
const longestMs = 2 ** 31 - 1

const calls = {
  signal: check('an AbortSignal', (value) => value instanceof AbortSignal),
  clock: check('a Clock', hasMethod('sleep')),
}
const resize = {
  ...calls,
  node: text,
  hold: oneOf('size', 'balloon'),
  message: check('a text', (value) => typeof value === 'string'),
  noCordon: flag,
  timeoutMs: milliseconds,
  dryRun: oneOf('none', 'client', 'server'),
}

/** The options of each function, besides those that are amounts. */
const known = {
  readNodeSizes: calls,
  readPendingPods: calls,
  planResize: { ifFull: oneOf('revert', 'wait', 'partial') },
  resizeNode: { ...resize, ifFull: oneOf('revert', 'wait', 'partial') },
  autoscaleNode: {
    ...resize,
    provider: check('a Provider', hasMethod('resize')),
    attempt: check('a UUID', (value) => typeof value === 'string' && isAttemptId(value)),
    providerTimeoutMs: milliseconds,
    movesAllocatable: flag,
  },
  connect: {
    userAgent: check('the name of your program', text.is),
    ...{ kubeconfig: text, context: text, cluster: text, user: text, namespace: text, as: text },
    asGroups: check('a list of texts', (value) => Array.isArray(value) && value.every(text.is)),
    ...{ requestTimeoutMs: milliseconds, unattended: flag, clock: calls.clock },
    onWarning: check('a function', (value) => typeof value === 'function'),
  },
} as const satisfies Record<string, Readonly<Record<string, Check>>>

type Checked = keyof typeof known

const required: Partial<Record<Checked, readonly string[]>> = {
  connect: ['userAgent'],
  resizeNode: ['node'],
  autoscaleNode: ['node', 'provider'],
}

/** Checks the options of a function; an option that is undefined is left out. `size`: checked by checkSize. */
export function checkOptions(name: Checked, options: unknown): void {
  if (!isObject(options)) throw wrong(name, 'the options', 'an object', options)
  const checks: Readonly<Record<string, Check>> = known[name]
  const own = ['resizeNode', 'autoscaleNode'].includes(name) ? ['size'] : []
  refuseUnknown(`${name}: `, 'option', { given: options, known: [...Object.keys(checks), ...own] })
  for (const [option, { expected, is }] of Object.entries(checks)) {
    const value = options[option]
    const isMissing = value === undefined && required[name]?.includes(option) === true
    if (isMissing || (value !== undefined && !is(value))) throw wrong(name, option, expected, value)
  }
}

/** Checks a size: amounts, of which one may be absent. */
export function checkSize(name: Checked, size: unknown): void {
  checkResources(name, size, name === 'resizeNode' ? sizeValue : amount)
}

/** Checks quantities as texts. */
export const checkTexts = (texts: unknown): void => checkResources('parseAmounts', texts, text)

function checkResources(name: string, given: unknown, { expected, is }: Check): void {
  if (!isObject(given))
    throw wrong(name, name === 'parseAmounts' ? 'the amounts' : 'size', 'an object with cpu, memory or both', given)
  refuseUnknown(`${name}: `, 'resource', { given, known: ['cpu', 'memory'] })
  for (const [resource, value] of Object.entries(given))
    if (value !== undefined && !is(value)) throw wrong(name, resource, expected, value)
}

/** Checks which nodes are meant: what is none of the three would be all. */
export function checkSelection(nodes: unknown): void {
  if (!isObject(nodes)) throw wrong('readNodeSizes', 'the nodes', "an object such as { by: 'all' }", nodes)
  const { by } = nodes
  const fields = { all: [], name: ['names'], label: ['selector'] }[String(by)] as readonly string[] | undefined
  if (fields === undefined) throw wrong('readNodeSizes', 'by', 'one of all, name, label', by)
  refuseUnknown('readNodeSizes: ', 'field', { given: nodes, known: ['by', ...fields] })
  const { names, selector } = nodes
  const isNames = Array.isArray(names) && names.length > 0 && names.every(text.is)
  if (by === 'name' && !isNames) throw wrong('readNodeSizes', 'names', 'a list of names', names)
  if (by === 'label' && !text.is(selector)) throw wrong('readNodeSizes', 'selector', text.expected, selector)
}

interface Names {
  readonly given: Readonly<Record<string, unknown>>
  readonly known: readonly string[]
}

function refuseUnknown(where: string, what: string, { given, known: names }: Names): void {
  const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${where}unknown ${what} '${unknown}'; there are ${names.join(', ')}`)
}

const wrong = (name: string, option: string, expected: string, value: unknown): TypeError =>
  new TypeError(`${name}: ${option} must be ${expected}, not ${shown(value)}`)

const shown = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value}'`
    : isObject(value)
      ? 'an object'
      : Array.isArray(value)
        ? 'a list'
        : String(value)
