import { realpath } from 'node:fs/promises'
import type { InputFile, Inputs } from '../../offline/read/inputs.ts'

/**
 * Give each file one name, the first, even if links or other spellings lead to it: a command that writes files must not
 * write one twice.
 */
export async function underOneName(inputs: readonly Inputs[]): Promise<readonly Inputs[]> {
  const firsts = new Map<string, InputFile>()
  const renamed: Inputs[] = []
  for (const input of inputs) {
    const files: InputFile[] = []
    for (const file of input.files) {
      // A missing file has no real path. The error is reported when it is read.
      const path = await realpath(file.file).catch(() => file.file)
      if (!firsts.has(path)) firsts.set(path, file)
      files.push(firsts.get(path)!)
    }
    renamed.push({ ...input, files })
  }
  return renamed
}
