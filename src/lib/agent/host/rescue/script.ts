import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of rescue.sh. A bundle contains it (scripts/build/bundle.ts). */
export const rescueScript = readFileSync(join(import.meta.dirname, 'rescue.sh'), 'utf8')
