import { contentType } from './metric.ts'
import type { Registry } from './registry.ts'

/** What an HTTP server answers. */
export interface Page {
  readonly status: number
  readonly text: string
  /** Plain text by default. */
  readonly contentType?: string
}

/** What a probe is answered that succeeds. */
export const okPage: Page = { status: 200, text: 'ok\n' }

export const metricsPage = (registry: Registry): Page => ({ status: 200, text: registry.exposition(), contentType })
