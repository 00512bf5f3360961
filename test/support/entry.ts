import type { Bin } from '../../src/lib/cli/shell/bins.ts'
import { run } from '../../src/lib/cli/shell/run.ts'

const [bin, ...argv] = process.argv.slice(2)
await run(bin as Bin, argv)
