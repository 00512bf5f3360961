/** What an HTTP server answers. */
export interface Page {
  readonly status: number
  readonly text: string
  /** Plain text by default. */
  readonly contentType?: string
}
