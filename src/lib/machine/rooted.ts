import { readlink } from 'node:fs/promises'
import { join, normalize } from 'node:path'

/** As in the kernel. */
const mostLinks = 40

/**
 * Where a path of the host leads, with all links followed: again a path of the host. `root` is where the root folder of the
 * host is mounted, so that an absolute link does not lead out of it. What does not exist is kept as it is. Rejects with
 * ELOOP as the kernel does.
 */
export async function resolveIn(root: string, path: string): Promise<string> {
  let left = partsOf(path)
  let done = '/'
  for (let links = 0; left.length > 0; ) {
    const [next = '', ...others] = left
    const here = normalize(join(done, next))
    const target = await readlink(join(root, here)).catch(() => undefined)
    left = others
    if (target === undefined) done = here
    else {
      links += 1
      if (links > mostLinks) throw Object.assign(new Error('ELOOP'), { code: 'ELOOP', syscall: 'readlink', path })
      if (target.startsWith('/')) done = '/'
      left = [...partsOf(target), ...others]
    }
  }
  return done
}

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '' && part !== '.')
