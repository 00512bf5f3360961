import type { ConfigDocument, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/**
 * A document that drop-ins were merged into: it has its defaults already, which count, but nobody wrote them. They have no
 * place, and no others are filled in.
 */
export class Merged extends Effective {
  readonly #undefaulted: readonly Effective[]

  /** `undefaulted`: what it was merged from, the last word first, before defaults replaced zeros. */
  constructor(document: ConfigDocument, release: Release, undefaulted: readonly ConfigDocument[] = []) {
    super(document, release)
    this.#undefaulted = undefaulted.map((one) => new Effective(one, release))
  }

  override written(path: string): Value | undefined {
    const value = super.written(path)
    return isAbsent(value) ? undefined : value
  }

  override writtenZero(path: string): Value | undefined {
    for (const one of this.#undefaulted) {
      const zero = one.writtenZero(path)
      if (!isAbsent(zero)) return zero
      if (!isAbsent(one.written(path))) return undefined
    }
    return undefined
  }

  override get(path: string): Value | undefined {
    return super.written(path)
  }

  override keyIn(path: string, key: string): Position | undefined {
    const value = super.written(path)
    return value?.type === 'map' ? value.keys?.get(key) : undefined
  }
}

const isAbsent = (value: Value | undefined): boolean => value === undefined || isDefault(value)

/** A map of defaults that a drop-in added an entry to was written in part. */
function isDefault(value: Value): boolean {
  if (value.type === 'map' && value.entries.size > 0) return value.entries.values().every(isDefault)
  if (value.type === 'struct' && value.fields.size > 0) return value.fields.values().every(isDefault)
  return value.line === nowhere.line
}
