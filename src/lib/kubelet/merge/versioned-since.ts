import type { Release } from '../model/releases.ts'

/** From here on, drop-ins are merged into the JSON of the versioned type, and defaults are filled in once more. */
export const versionedSince: Release = '1.32'
