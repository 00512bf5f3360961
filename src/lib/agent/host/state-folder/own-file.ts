import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { FileIrregular, type HostFact } from '../../../machine/host-messages.ts'
import { reading, unlessAbsent } from '../../../machine/refusal.ts'
import { fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'

/** Far above anything that we write. */
const maxBytes = 16 * 1024 * 1024

/**
 * The content of one of our own files; undefined without one. A symbolic link is not followed, and a pipe is not waited
 * for. Rejects with Failure 'refused' when the operating system refuses, and when it is not a regular file.
 */
export async function readOwnFile(path: string): Promise<Buffer | undefined> {
  return reading(path, async () => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const file = await unlessAbsent(open(path, flags))
    if (file === undefined) return undefined
    try {
      const { size } = await regular(path, file)
      if (size > maxBytes) throw irregular(path)
      return await file.readFile()
    } finally {
      await file.close()
    }
  })
}

async function regular(path: string, file: Awaited<ReturnType<typeof open>>) {
  const found = await file.stat()
  if (!found.isFile()) throw irregular(path)
  return found
}

const irregular = (path: string): Failure<HostFact> =>
  new Failure('refused', FileIrregular({ subject: fileSubject(path) }))
