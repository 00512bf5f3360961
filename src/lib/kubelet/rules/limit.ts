import { type Rule, unless } from './rule.ts'

/** Range of an integer, including both ends. */
export interface Limit {
  readonly least: bigint
  /** Absent: only the limit of the type. */
  readonly most?: bigint
}

/** The limit of counts and times. */
export const notNegative: Limit = { least: 0n }
/** A port, or 0 to disable it. */
export const portOrNone: Limit = { least: 0n, most: 65535n }
export const percentage: Limit = { least: 0n, most: 100n }

/** The check of one integer against its limit. */
export function keeps(field: string, { least, most }: Limit, remedy?: string): Rule['check'] {
  return (config) => {
    const value = config.int(field)
    return unless(value >= least && (most === undefined || value <= most), () => ({
      subject: field,
      message: `${value} must ${most === undefined ? above(least) : `be from ${least} to ${most}`}`,
      ...(remedy !== undefined && { remedy }),
    }))
  }
}

function above(least: bigint): string {
  if (least === 0n) return 'not be negative'
  return least === 1n ? 'be greater than 0' : `be ${least} or greater`
}
