import { join } from 'node:path'

/** The first words of a command line, as the package installs it. Requires `npm run build`. */
export const bin = (name: string): string[] => [process.execPath, join(import.meta.dirname, '..', 'bin', `${name}.js`)]
