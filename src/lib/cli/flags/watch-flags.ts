import { boolean } from '@oclif/core/flags'

/** kubectl's flags for the same. */
export const watchFlags = {
  watch: boolean({ char: 'w', summary: 'Print the list, then each change, until interrupted.' }),
  'watch-only': boolean({ summary: 'Print only the changes, without the list.' }),
  'output-watch-events': boolean({
    summary: 'With --watch or --watch-only: print the type of each change: ADDED, MODIFIED or DELETED.',
  }),
}
