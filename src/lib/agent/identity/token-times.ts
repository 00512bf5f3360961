/** When a token was issued and when it ends, in milliseconds since the epoch, on the clock of the API server. */
export interface TokenTimes {
  readonly issuedAt: number
  readonly expiresAt: number
}

/** undefined: not a token of a ServiceAccount that ends. Nothing is verified: the API server does that. */
export function timesOfToken(token: string): TokenTimes | undefined {
  const [, payload, signature] = token.trim().split('.')
  if (payload === undefined || signature === undefined) return undefined
  const { iat, exp } = claimsIn(payload)
  const isValid = Number.isSafeInteger(iat) && Number.isSafeInteger(exp) && Number(exp) > Number(iat)
  return isValid ? { issuedAt: Number(iat) * 1_000, expiresAt: Number(exp) * 1_000 } : undefined
}

function claimsIn(payload: string): { readonly iat?: unknown; readonly exp?: unknown } {
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** What is asked for. Long, so that a node that was off for weeks needs nobody; its Node revokes it at any time. */
export const tokenSeconds = 30 * 24 * 60 * 60

/** Renewed each day: then it is valid for weeks whenever the API server or the node goes. */
const usualAgeMs = 24 * 60 * 60 * 1000

/**
 * How long until the token is renewed. At half of its life at the latest; at once when the clocks do not agree on its age,
 * because one of them is wrong.
 */
export function renewalInMs({ issuedAt, expiresAt }: TokenTimes, now: number): number {
  const dueMs = Math.min(usualAgeMs, (expiresAt - issuedAt) / 2)
  const age = now - issuedAt
  return age < -clockDifferenceMs ? 0 : Math.max(dueMs - Math.max(age, 0), 0)
}

/** Clocks of a cluster differ by less. */
const clockDifferenceMs = 60_000
