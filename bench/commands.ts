import { join } from 'node:path'

/** The beginning of a command line of ours, as it is installed: run `npm run build` before. */
export const bin = (name: string): string[] => [process.execPath, join(import.meta.dirname, '..', 'bin', `${name}.js`)]
