import { readdir, readFile, readlink } from 'node:fs/promises'

/** The state of a socket that waits for connections, in /proc/net/tcp. */
const listening = '0A'

/**
 * Whether a process itself listens on a port, on any address: another one may have been faster. undefined when it cannot
 * be found out.
 */
export async function listensOn(pid: number, port: number): Promise<boolean | undefined> {
  try {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
    )
    const sockets = new Set(tables.flatMap((table) => inodesOn(table, port)))
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')
      if (sockets.has(target)) return true
    }
    return false
  } catch {
    return undefined
  }
}

/** Of the sockets in the table that listen on a port, as links in /proc/PID/fd name them. */
function inodesOn(table: string, port: number): readonly string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/)
    return fields[1]?.endsWith(ending) && fields[3] === listening ? [`socket:[${fields[9]}]`] : []
  })
}
