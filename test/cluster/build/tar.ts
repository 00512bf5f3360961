import { Buffer } from 'node:buffer'

export interface TarEntry {
  readonly name: string
  readonly content: Buffer
  readonly mode: number
}

const blockSize = 512

/** A POSIX ustar archive of regular files, owned by root and dated 1970, so that equal files give equal archives. */
export function tar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => [header(entry), entry.content, padding(entry.content.length)])
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)])
}

function header({ name, content, mode }: TarEntry): Buffer {
  const block = Buffer.alloc(blockSize)
  block.write(name, 0, 100)
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(content.length, 11), 124)
  block.write(octal(0, 11), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\u000000', 257)
  const checksum = block.reduce((sum, byte) => sum + byte, 0)
  block.write(`${octal(checksum, 6)}\u0000 `, 148)
  return block
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width, '0')
}

function padding(length: number): Buffer {
  return Buffer.alloc((blockSize - (length % blockSize)) % blockSize)
}
