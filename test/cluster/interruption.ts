import { Failure, said } from '../../src/lib/failure.ts'

/** Aborts on Ctrl-C and the like. From then on these signals no longer end this process: it has to clean up. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(new Failure('interrupted', said('Interrupted', `interrupted by ${name}`))))
  }
  return controller.signal
}
