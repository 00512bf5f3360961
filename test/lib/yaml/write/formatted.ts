import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'
import { type Formatted, formatContents } from '../../../../src/lib/yaml/write/format.ts'

/** The canonical form of a file. */
export const formatted = async (file: Uint8Array): Promise<Formatted> => formatContents(await readParts(file))
