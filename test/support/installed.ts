import { join } from 'node:path'

/** The file of a program in what installation.ts has installed. */
export const fileOf = (program: string): string => join(process.env['INSTALLATION'] ?? '', 'bin', `${program}.cjs`)
