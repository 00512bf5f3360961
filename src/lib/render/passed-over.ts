import type { PassedOver } from '../flows/files/sift.ts'

type All = readonly PassedOver[]

/** Files of folders that perhaps should not have been passed over. */
export const warningsOn = (passedOver: All): string[] =>
  passedOver.flatMap(({ file, suspicion }) => {
    if (suspicion === undefined) return []
    const { line, column, reason } = suspicion
    const place = line === undefined ? file : `${file}:${line}:${column}`
    return [`${place}: passed over: ${reason}`]
  })

/** The others are only counted. */
export function noteOn(passedOver: All): string[] {
  const count = passedOver.filter(({ suspicion }) => suspicion === undefined).length
  return count === 0 ? [] : [`files without a KubeletConfiguration, passed over: ${count}`]
}
