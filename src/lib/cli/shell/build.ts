import { readFileSync } from 'node:fs'

/** The build evaluates this file: an installed program reads no package.json and asks no git. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
)

/** The commit that was built, with `.dirty` after it when files had changed; undefined: this is not a build. */
export const commit: string | undefined = process.env['BUILD_COMMIT']
