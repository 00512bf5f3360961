import type { Reading } from '../../kubelet/model/reading.ts'
import { fileSubject } from '../../message/fact.ts'
import { isOfOtherApi } from '../../yaml/read/broken-neighbour.ts'
import { type LikelyConfig, likelyConfigOf } from '../../yaml/read/likely-config.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type Contents, readParts } from '../../yaml/read/read-parts.ts'
import type { Member } from '../../yaml/read/survey.ts'
import { isUtf16 } from '../../yaml/read/text.ts'
import { type FileFact, FilePassedOver, FilesPassedOver } from './file-messages.ts'
import type { InputFile } from './inputs.ts'

/** A file of a folder without a KubeletConfiguration. */
export interface PassedOver {
  readonly file: string
  /** Why it cannot be read, though it calls itself an object of another API. */
  readonly likelyConfig?: LikelyConfig | undefined
  /** Its flags for kubelets may stop them all the same. */
  readonly members?: readonly Member[] | undefined
}

/** `likelyConfig`: why a file that was found in a folder may be for kubelets, though nothing in it says so. */
export interface SelectedDocuments extends Contents {
  readonly likelyConfig?: LikelyConfig | undefined
}

/**
 * What a file is, for every verb that reads folders: the parts of a file for kubelets, or a file to skip. One that was
 * named is never skipped. One that may be for kubelets is not skipped, either: each verb refuses it, so that what one
 * takes, no other refuses.
 */
export async function selectDocuments(
  { file: { file }, named }: { readonly file: Pick<InputFile, 'file'>; readonly named: boolean },
  bytes: Uint8Array,
): Promise<SelectedDocuments | PassedOver> {
  if (named) return readParts(bytes)
  if (!mentions(bytes, mayMatter)) return selectByFirst(file, bytes)
  const contents = await readParts(bytes)
  const isCertain = contents.candidates.some(({ holds }) => holds !== 'unreadable')
  if (isCertain || (contents.relevant && mentionsKubelet(bytes))) return contents
  return unlessOther({ file, bytes, contents, reading: contents.parts[0]!.reading })
}

/** Reading the first document is enough for most files of a folder. */
async function selectByFirst(file: string, bytes: Uint8Array): Promise<SelectedDocuments | PassedOver> {
  const reading = await readDocument(bytes)
  const likelyConfig = likelyConfigOf(reading)
  return likelyConfig === undefined ? { file } : unlessOther({ file, bytes, contents: await readParts(bytes), reading })
}

interface Unclear {
  readonly file: string
  readonly bytes: Uint8Array
  readonly contents: Contents
  /** Of its first document. */
  readonly reading: Reading
}

function unlessOther({ file, bytes, contents, reading }: Unclear): SelectedDocuments | PassedOver {
  const { members, text = new TextDecoder('utf-16').decode(bytes) } = contents
  const likelyConfig = likelyConfigOf(reading)
  if (likelyConfig === undefined) return { file, members }
  const isBroken = 'broken' in likelyConfig
  // A *.conf that is not YAML belongs to systemd or another program; it is not a broken drop-in of a kubelet.
  if (isBroken && file.endsWith('.conf')) return { file }
  return isBroken && isOfOtherApi(text) ? { file, likelyConfig } : { ...contents, likelyConfig }
}

/** Every KubeletConfiguration has one of these words. */
const words = ['KubeletConfiguration', 'kubelet.config.k8s.io']
/** And one of these has every file that has something for a kubelet: a document, a ConfigMap with its key, or flags. */
const mayMatter = ['kubelet', 'Kubelet']

export const mentionsKubelet = (bytes: Uint8Array): boolean => mentions(bytes, words)

function mentions(bytes: Uint8Array, some: readonly string[]): boolean {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // Byte by byte, this also finds the words in big-endian text.
  return some.some((word) => buffer.includes(isUtf16(bytes) ? Buffer.from(word, 'utf16le') : word))
}

/** Skipped files that cannot be read are warnings; the others are counted in one note. */
export function passedOverFacts(passedOver: readonly PassedOver[]): {
  readonly notes: readonly FileFact[]
  readonly warnings: readonly FileFact[]
} {
  const warnings = passedOver.flatMap(({ file, likelyConfig }): readonly FileFact[] => {
    if (likelyConfig === undefined) return []
    const at = 'broken' in likelyConfig ? likelyConfig.broken : undefined
    return [FilePassedOver({ subject: fileSubject(file, at), likelyConfig })]
  })
  const count = passedOver.length - warnings.length
  return { notes: count === 0 ? [] : [FilesPassedOver({ count })], warnings }
}
