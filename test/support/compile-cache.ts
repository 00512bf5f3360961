import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { NODE_COMPILE_CACHE, INSTALLATION } = process.env

/** One for all processes: a hundred of them need not compile the same files anew. It goes with the installation. */
export const compileCache = {
  NODE_COMPILE_CACHE: NODE_COMPILE_CACHE ?? join(INSTALLATION ?? tmpdir(), 'node-compile-cache'),
}
