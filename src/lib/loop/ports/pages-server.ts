import type { Page } from '../../metrics/page.ts'

/** What the agent's HTTP server answers, by path. A page is computed when it is requested. */
export type AgentPages = Readonly<Record<string, () => Page>>

export interface ServerAddress {
  readonly host: string
  /** 0: any. */
  readonly port: number
}
