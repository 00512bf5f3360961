import type { Bin } from '../../src/lib/cli/bins.ts'
import { run } from '../../src/lib/cli/run.ts'

const [bin, ...argv] = process.argv.slice(2)
await run(bin as Bin, argv)
