import { numberOf, type Properties, propertyOf } from '../../../kubelet/layout/unit-properties.ts'
import type { ServiceState } from '../../model/evidence.ts'

/** How SIGCHLD names the ends of a process (waitid(2)): CLD_EXITED, CLD_KILLED, CLD_DUMPED. */
const ends = { '1': 'exited', '2': 'killed', '3': 'dumped' } as const

const isEnd = (code: string): code is keyof typeof ends => Object.hasOwn(ends, code)

/** `startedAtMs`: milliseconds since the boot. */
export function serviceState(properties: Properties, startedAtMs: number | undefined): ServiceState {
  const code = propertyOf(properties, 'ExecMainCode')
  return {
    unit: propertyOf(properties, 'Id'),
    activeState: propertyOf(properties, 'ActiveState'),
    subState: propertyOf(properties, 'SubState'),
    mainPid: numberOf(properties, 'MainPID'),
    startedAtMs,
    restarts: numberOf(properties, 'NRestarts'),
    lastExit: isEnd(code) ? { kind: ends[code], status: numberOf(properties, 'ExecMainStatus') } : undefined,
  }
}
