import { fileSubject } from '../../fact.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type Contents, readParts } from '../../yaml/read/read-parts.ts'
import { type Suspicion, suspicionOf } from '../../yaml/read/suspicion.ts'
import { isUtf16 } from '../../yaml/read/text.ts'
import type { FileFact } from './file-fact.ts'
import type { DistinctFile } from './inputs.ts'

/** A file of a folder without a KubeletConfiguration. */
export interface PassedOver {
  readonly file: string
  /** Why it may have one all the same. */
  readonly suspicion?: Suspicion | undefined
}

/** The parts of a file for kubelets. A file found in a folder is skipped when it has none. */
export async function sift({ file, named }: DistinctFile, bytes: Uint8Array): Promise<Contents | PassedOver> {
  if (!named && !mentionsKubelet(bytes)) return passOver(file.file, await readDocument(bytes))
  const contents = await readParts(bytes)
  return named || contents.relevant ? contents : passOver(file.file, contents.parts[0]!.reading)
}

/** A file without a KubeletConfiguration. A *.conf that is not YAML belongs to systemd or another program; it is not a broken drop-in of a kubelet. */
export const passOver = (file: string, reading: Reading): PassedOver =>
  reading.outcome === 'unreadable' && file.endsWith('.conf') ? { file } : { file, suspicion: suspicionOf(reading) }

/**
 * Every KubeletConfiguration has one of these words. For most files of a folder, reading the first document is enough.
 */
const words = ['KubeletConfiguration', 'kubelet.config.k8s.io']

export function mentionsKubelet(bytes: Uint8Array): boolean {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // Byte by byte, this also finds the words in big-endian text.
  return words.some((word) => buffer.includes(isUtf16(bytes) ? Buffer.from(word, 'utf16le') : word))
}

/** Skipped files that may have a KubeletConfiguration are warnings; the others are counted in one note. */
export function passedOverFacts(passedOver: readonly PassedOver[]): {
  readonly notes: readonly FileFact[]
  readonly warnings: readonly FileFact[]
} {
  const warnings = passedOver.flatMap(({ file, suspicion }): readonly FileFact[] => {
    if (suspicion === undefined) return []
    const at = 'broken' in suspicion ? suspicion.broken : undefined
    return [{ reason: 'FilePassedOver', subject: fileSubject(file, at), suspicion }]
  })
  const count = passedOver.length - warnings.length
  return { notes: count === 0 ? [] : [{ reason: 'FilesPassedOver', count }], warnings }
}
