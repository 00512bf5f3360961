import { fileSubject } from '../../fact.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type Contents, readParts } from '../../yaml/read/read-parts.ts'
import { type Suspicion, suspicionOf } from '../../yaml/read/suspicion.ts'
import { isUtf16 } from '../../yaml/read/text.ts'
import type { FileFact } from './file-fact.ts'
import type { DistinctFile } from './inputs.ts'

/** A file of a folder in which there is no KubeletConfiguration. */
export interface PassedOver {
  readonly file: string
  /** Why there may be one all the same. */
  readonly suspicion?: Suspicion | undefined
}

/** What a file has for kubelets; one that was found in a folder is passed over when it has nothing. */
export async function sift({ file, named }: DistinctFile, bytes: Uint8Array): Promise<Contents | PassedOver> {
  if (!named && !mentionsKubelet(bytes)) return passOver(file.file, await readDocument(bytes))
  const contents = await readParts(bytes)
  return named || contents.relevant ? contents : passOver(file.file, contents.parts[0]!.reading)
}

/** A *.conf that is not YAML is no broken drop-in of a kubelet, but systemd's, or whoever else's. */
const passOver = (file: string, reading: Reading): PassedOver =>
  reading.outcome === 'unreadable' && file.endsWith('.conf') ? { file } : { file, suspicion: suspicionOf(reading) }

/** No KubeletConfiguration does without one of these words; of most files of a folder, the first document will do. */
const words = ['KubeletConfiguration', 'kubelet.config.k8s.io']

function mentionsKubelet(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // To the byte, the words are in big-endian text as well.
  return words.some((word) => buffer.includes(isUtf16(bytes) ? Buffer.from(word, 'utf16le') : word))
}

/** Files of folders that perhaps should not have been passed over are warnings; the others are only counted. */
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
