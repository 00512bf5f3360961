import { outputVersion } from '../../names.ts'
import type { AgentReport } from './report.ts'

export const reportKind = 'AgentReport'

/** The value of the annotation. The same report always gives the same text. */
export const writeReport = (report: AgentReport): string =>
  JSON.stringify({ apiVersion: outputVersion, kind: reportKind, ...report })
