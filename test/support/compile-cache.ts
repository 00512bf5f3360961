import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One for all processes: a hundred of them need not compile the same files anew. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
}
