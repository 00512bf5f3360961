import { groups } from '../gates/groups.ts'
import type { ResolvedGates } from '../gates/resolve.ts'
import type { ConfigDocument } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import { Effective } from './effective.ts'

/** Records which fields and feature gates were read. */
export class Watched extends Effective {
  /** Paths of struct fields, and of gates. */
  readonly seen = new Set<string>()
  readonly #unwatched: Effective

  constructor(document: ConfigDocument, release: Release) {
    super(document, release)
    this.#unwatched = new Effective(document, release)
  }

  /** Whether the field, one above it, or one in it was read. */
  hasSeen(field: string): boolean {
    return [...this.seen].some((path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`))
  }

  override get gates(): ResolvedGates {
    this.seen.add('featureGates')
    return this.#unwatched.gates
  }

  /** Whether a gate is on depends on the gate itself, and on the gates for all of its stage. */
  override enabled(gate: string): boolean {
    for (const name of [gate, ...Object.values(groups)]) this.seen.add(gatePath(name))
    return this.#unwatched.enabled(gate)
  }

  override get(path: string): ReturnType<Effective['get']> {
    this.seen.add(path)
    return super.get(path)
  }

  override written(path: string): ReturnType<Effective['written']> {
    this.seen.add(path)
    return super.written(path)
  }

  override writtenZero(path: string): ReturnType<Effective['writtenZero']> {
    this.seen.add(path)
    return super.writtenZero(path)
  }
}

export const gatePath = (gate: string): string => `featureGates.${gate}`

export const isGatePath = (path: string): boolean => path.startsWith(gatePath(''))
