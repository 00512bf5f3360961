import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** What changes a disk. */
const diskCalls = [
  ...['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'lchown', 'link', 'lutimes', 'mkdir', 'mkdtemp'],
  ...['mkdtempDisposable', 'open', 'rename', 'rm', 'rmdir', 'symlink', 'truncate', 'unlink', 'utimes', 'writeFile'],
]
const handleCalls = [
  ...['appendFile', 'chmod', 'chown', 'createWriteStream', 'datasync', 'sync', 'truncate', 'utimes', 'write'],
  ...['writeFile', 'writev'],
]

export interface FileCall {
  readonly name: string
  readonly args: readonly unknown[]
  /** The open file that it is about; undefined: its arguments name paths. */
  readonly handle: FileHandle | undefined
}

/** `proceed` makes the call, with other arguments if there are some. */
export type Around = (call: FileCall, proceed: (...args: readonly unknown[]) => unknown) => unknown

type Calls = Record<string, (...args: readonly unknown[]) => unknown>

/** From now on, whatever this process asks of node:fs/promises to change a disk goes through `around`. */
export async function aroundFileCalls(around: Around): Promise<void> {
  const wrap = (target: Calls, name: string, isHandle: boolean): void => {
    const original = target[name]!
    target[name] = function call(this: unknown, ...args: readonly unknown[]): unknown {
      const handle = isHandle ? (this as FileHandle) : undefined
      const proceed = (...others: readonly unknown[]) =>
        Reflect.apply(original, this, others.length > 0 ? others : args)
      return around({ name, args, handle }, proceed)
    }
  }
  const handle = await fs.open('/dev/null')
  for (const name of handleCalls) wrap(Object.getPrototypeOf(handle) as Calls, name, true)
  await handle.close()
  for (const name of diskCalls) wrap(fs as unknown as Calls, name, false)
  syncBuiltinESMExports()
}
