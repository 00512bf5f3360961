import { realpath } from 'node:fs/promises'
import type { InputFile, Inputs } from '../../flows/files/inputs.ts'

/** Each file by one name, the first, whatever links and spellings lead to it: for whoever changes what he reads. */
export async function underOneName(inputs: readonly Inputs[]): Promise<readonly Inputs[]> {
  const firsts = new Map<string, InputFile>()
  const renamed: Inputs[] = []
  for (const input of inputs) {
    const files: InputFile[] = []
    for (const file of input.files) {
      // What is not there has no path; to say so is for whoever reads it.
      const path = await realpath(file.file).catch(() => file.file)
      if (!firsts.has(path)) firsts.set(path, file)
      files.push(firsts.get(path)!)
    }
    renamed.push({ ...input, files })
  }
  return renamed
}
