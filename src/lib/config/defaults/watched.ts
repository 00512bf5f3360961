import type { ResolvedGates } from '../gates/resolve.ts'
import { Effective } from './effective.ts'

/** Remembers the fields that it was asked for. */
export class Watched extends Effective {
  /** Paths of struct fields. */
  readonly seen = new Set<string>()

  /** Was it asked for a field, for what is above it, or for something in it? */
  hasSeen(field: string): boolean {
    return [...this.seen].some((path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`))
  }

  override get gates(): ResolvedGates {
    this.seen.add('featureGates')
    return super.gates
  }

  override written(path: string): ReturnType<Effective['written']> {
    this.seen.add(path)
    return super.written(path)
  }
}
