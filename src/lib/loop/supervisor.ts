/** The service manager that started this process. Never rejects: a lost message must not stop the program. */
export interface Supervisor {
  /** Without a sign of life for this long it restarts this process, in milliseconds; undefined: it expects none. */
  readonly watchdogMs: number | undefined
  tell(news: SupervisorNews): Promise<void>
}

export interface SupervisorNews {
  /** Once, when the program does its work: what waits for the start of the service goes on. */
  readonly ready?: true
  readonly alive?: true
  /** Before the end that was asked for. */
  readonly stopping?: true
  /** For `systemctl status`. */
  readonly status?: string
}
