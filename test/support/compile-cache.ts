import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where bin/start.js would have it without a TMPDIR of our own: a hundred processes need not compile the same files anew. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
}
