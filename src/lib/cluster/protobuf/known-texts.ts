import type protobuf from 'protobufjs/minimal.js'

/** A power of two. */
const places = 4096
/** Longer texts are names and messages, which rarely come twice. */
const longest = 40

/**
 * Texts that were read before, by their bytes: lists repeat keys, types and amounts in each item, and to decode UTF-8 is
 * most of what it takes to read them. A text takes the place of another with the same hash.
 */
const known: (string | undefined)[] = Array.from({ length: places })

/** As reader.string(). */
export function readText(reader: protobuf.Reader): string {
  const start = reader.pos
  const length = reader.uint32()
  const from = reader.pos
  if (length > longest || from + length > reader.len) {
    reader.pos = start
    return reader.string()
  }
  const bytes = reader.buf
  let hash = length
  for (let i = from; i < from + length; i++) hash = (hash * 31 + bytes[i]!) | 0
  const place = hash & (places - 1)
  const found = known[place]
  if (found !== undefined && isAt(found, bytes, from, length)) {
    reader.pos = from + length
    return found
  }
  reader.pos = start
  const text = reader.string()
  // Only ASCII has as many characters as bytes.
  if (text.length === length) known[place] = text
  return text
}

function isAt(text: string, bytes: Uint8Array, from: number, length: number): boolean {
  if (text.length !== length) return false
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
