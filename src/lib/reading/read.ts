import type { Reading } from '../config/tree.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'
import { decodeText, startsAsJson } from './text.ts'
import { Unreadable } from './unreadable.ts'

/** Reads the bytes of a document as the kubelet would. Never throws because of what they hold. */
export async function readDocument(bytes: Uint8Array): Promise<Reading> {
  try {
    const text = decodeText(bytes)
    return startsAsJson(text) ? await readJson(text) : await readYaml(text)
  } catch (error) {
    if (error instanceof Unreadable) return { outcome: 'unreadable', findings: [error.finding] }
    throw error
  }
}
