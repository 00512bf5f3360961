import { boolean } from '@oclif/core/flags'

/** kubectl's flags for the same. */
export const watchFlags = {
  watch: boolean({ char: 'w', summary: 'Print the list, then each change, until interrupted.' }),
  'watch-only': boolean({ summary: 'Print only changes.' }),
  'output-watch-events': boolean({ summary: 'With a watch: print whether a row was ADDED, MODIFIED or DELETED.' }),
}
