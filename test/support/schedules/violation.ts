/** An invariant that does not hold. */
export class Violation extends Error {}

export function fail(text: string): never {
  throw new Violation(text)
}
