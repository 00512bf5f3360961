import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder that looks like the root of a host. */
export async function hostFolder(files: Readonly<Record<string, string>>): Promise<HostFolder> {
  const path = await mkdtemp(join(tmpdir(), 'host-root-'))
  const servers: ReturnType<typeof createServer>[] = []
  const make = async (name: string): Promise<string> => {
    await mkdir(dirname(join(path, name)), { recursive: true })
    return join(path, name)
  }
  for (const [name, text] of Object.entries(files)) await writeFile(await make(name), text)
  return {
    path,
    make,
    async socket(name) {
      const server = createServer()
      servers.push(server)
      const at = await make(name)
      await new Promise<void>((resolve) => server.listen(at, resolve))
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

export interface HostFolder extends AsyncDisposable {
  readonly path: string
  /** Makes the folders above a file, and returns its path. */
  make(name: string): Promise<string>
  socket(name: string): Promise<void>
}
