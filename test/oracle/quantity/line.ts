import { Failure } from '../../../src/lib/message/failure.ts'
import type { Resource } from '../../../src/lib/pods/amounts.ts'
import { parseCpu } from '../../../src/lib/quantity/cpu.ts'
import { parseMemory } from '../../../src/lib/quantity/memory.ts'
import { decodeSizes } from '../../../src/lib/sizes/file/format/decode.ts'
import { parseSize, type SizeExpression } from '../../../src/lib/sizes/model/size.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'

interface Amount {
  /** Thousandths and units, rounded up. */
  readonly milli: string
  readonly whole: string
}

/** A line of the program: a text, and what Kubernetes makes of it. */
export interface Line {
  readonly text: string
  /** null: not a quantity. */
  readonly quantity: Amount | null
  /** As a value in a manifest, without more quotes; null: refused, or null. */
  readonly manifest: Amount | null
}

const parsers: Record<Resource, (text: string) => bigint> = { cpu: parseCpu, memory: parseMemory }
const mebibyte = 2n ** 20n
const maxInt64 = 2n ** 63n - 1n

/**
 * How we differ from Kubernetes. What we accept has to have the same amount, on the command line and in a file; what we refuse
 * and Kubernetes takes has to be a slip that docs/nodesize.md lists.
 */
export async function differencesOf(line: Line): Promise<readonly string[]> {
  const found = await Promise.all((['cpu', 'memory'] as const).map((resource) => differenceFor(resource, line)))
  return found.flat()
}

async function differenceFor(resource: Resource, { text, quantity, manifest }: Line): Promise<readonly string[]> {
  const amountOf = (amount: Amount | null): bigint | undefined =>
    amount === null ? undefined : BigInt(resource === 'cpu' ? amount.milli : amount.whole)
  const [theirs, inManifest] = [amountOf(quantity), amountOf(manifest)]
  const flag = attempt(() => parsers[resource](text))
  const file = await inFile(resource, `- node: a\n  ${resource}: ${text}`)
  const say = (what: string, ours: unknown, kubernetes: unknown): string =>
    `${resource} ${JSON.stringify(text)} ${what}: Kubernetes has ${kubernetes}, we have ${ours}`
  const differences: string[] = []
  if (flag !== undefined && flag !== theirs) differences.push(say('as a flag', flag, theirs))
  if (flag === undefined && theirs !== undefined && !isSlip(resource, text, quantity!))
    differences.push(say('as a flag', flag, theirs))
  if (file !== undefined && file !== inManifest) differences.push(say('in a file', file, inManifest))
  const asFlag = attempt(() => parseSize(resource, text))
  const amount = asFlag?.kind === 'amount' ? asFlag.amount : undefined
  if (file === undefined && amount !== undefined && amount === inManifest)
    differences.push(say('in a file', file, inManifest))
  if (file !== undefined && isBare(text) && file !== amount)
    differences.push(`${resource} ${text}: ${file} in a file, and ${amount} as a flag`)
  // Braces are read by the yaml package, which the plain reader has to agree with.
  const inBraces = isBare(text) ? await inFile(resource, `- {node: a, ${resource}: ${text}}`) : file
  if (inBraces !== file) differences.push(`${resource} ${text}: ${file} in a block, and ${inBraces} in braces`)
  return differences
}

/** The same characters for a shell and for YAML. */
const isBare = (text: string): boolean => /^[\w.+-]+$/.test(text)

/** What people do not mean, although Kubernetes takes it. */
function isSlip(resource: Resource, text: string, { milli, whole }: Amount): boolean {
  const [, mantissa = '', suffix = ''] = /^([\d.]*)(.*)$/.exec(text) ?? []
  if (/^[+-]/.test(text) || !/\d/.test(mantissa)) return true
  if (resource === 'cpu') return /^([MGTPE]|.i)$/.test(suffix) || BigInt(milli) > maxInt64 || !isWholeMilli(text)
  const hasUnit = suffix !== '' && !/^[eE]./.test(suffix)
  return ['n', 'u', 'm'].includes(suffix) || BigInt(whole) >= maxInt64 || (!hasUnit && BigInt(whole) < mebibyte)
}

/** The API server demands it of cpu; by decimal places, apart from the parser that is tested. */
function isWholeMilli(text: string): boolean {
  const [, whole = '', fraction = '', suffix = ''] = /^(\d*)\.?(\d*)(.*)$/.exec(text) ?? []
  const powers: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3 }
  const exponent = powers[suffix] ?? (suffix === '' ? 0 : Number(suffix.slice(1)))
  const places = fraction.length - exponent - 3
  const digits = whole + fraction
  return places <= 0 || (/^0*$/.test(digits.slice(-places)) && (digits.length > places || /^0*$/.test(digits)))
}

async function inFile(resource: Resource, item: string): Promise<bigint | undefined> {
  const head = 'apiVersion: kubeletcfg.dev/v1alpha1\nkind: NodeSizeConfiguration\nsizes:\n'
  const reading = await readDocument(`${head}${item}\n`)
  if (reading.outcome !== 'tree' || reading.findings.length > 0) return undefined
  const { entries, problems } = decodeSizes(reading.tree, 'sizes.yaml')
  const size: SizeExpression | undefined = problems.length > 0 ? undefined : entries[0]?.size[resource]
  return size?.kind === 'amount' ? size.amount : undefined
}

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
