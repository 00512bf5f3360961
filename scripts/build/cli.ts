/** Bundle the commands into CommonJS chunks: scripts/build/cli.ts [FOLDER], by default dist/cli. */
import { join } from 'node:path'
import { bundleCommands } from './bundle.ts'

await bundleCommands(process.argv[2] ?? join(import.meta.dirname, '..', '..', 'dist', 'cli'))
