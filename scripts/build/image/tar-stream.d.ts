/** The part of the package that is used; it has no types. */
declare module 'tar-stream' {
  import type { Readable } from 'node:stream'

  interface Header {
    readonly name: string
    readonly mode: number
    readonly mtime: Date
    readonly type?: 'file' | 'directory' | 'symlink'
    readonly linkname?: string
  }
  interface Pack extends Readable {
    entry(header: Header, content?: Buffer): unknown
    finalize(): void
  }
  export function pack(): Pack
}
