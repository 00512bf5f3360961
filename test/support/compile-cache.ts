import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** As bin/start.js has it: a hundred processes need not compile the same files anew. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
