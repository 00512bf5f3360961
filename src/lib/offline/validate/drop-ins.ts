import { type CommentInFile, commentsOf } from '../../kubelet/check/ignore.ts'
import { finding } from '../../kubelet/decode/decode-rules.ts'
import type { FileLayer } from '../../kubelet/merge/layers.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type InputFile, reasonNotRead } from '../read/inputs.ts'
import { notReadMessage } from '../read/not-read.ts'
import { mentionsKubelet } from '../read/select-documents.ts'

/** A folder of drop-ins as a kubelet finds it. */
export interface DropInFolder {
  readonly path: string
  /** It is no folder itself, so that nothing is read; undefined when it is read. */
  readonly ignored: 'link' | 'file' | undefined
  /** In the order in which the kubelet reads them. */
  readonly files: readonly InputFile[]
  /** Files of other names. */
  readonly others: readonly InputFile[]
}

/** The drop-ins, read once for all releases. */
export interface DropIns {
  readonly folder: string
  /** Those that could be read, in order. */
  readonly layers: readonly FileLayer[]
  /** Comments that ignore warnings. */
  readonly comments: readonly CommentInFile[]
  /** What is wrong with files that could not be read, or is ignored. */
  readonly findings: readonly Finding[]
}

/** Reads a folder of drop-ins. What cannot be read is a finding. */
export async function readDropIns({ path, ignored, files, others }: DropInFolder): Promise<DropIns> {
  const layers: FileLayer[] = []
  const comments: CommentInFile[] = []
  const findings: Finding[] = ignored === undefined ? [] : [notFollowed(path, ignored)]
  for (const input of files) {
    const read = await readDropIn(input)
    if ('layer' in read) {
      layers.push(read.layer)
      comments.push(...read.comments)
    }
    findings.push(...read.findings.map((found) => ({ ...found, file: input.file })))
  }
  for (const input of others) if (await isForKubelet(input)) findings.push({ ...wrongSuffix, file: input.file })
  return { folder: path, layers, comments, findings }
}

type Read =
  | {
      readonly layer: FileLayer
      readonly comments: readonly CommentInFile[]
      readonly findings: readonly Finding[]
    }
  | { readonly findings: readonly Finding[] }

async function readDropIn(input: InputFile): Promise<Read> {
  const { file } = input
  const bytes = await input.read().catch(reasonNotRead)
  if ('reason' in bytes)
    return {
      findings: [
        finding('READ-FILE', 'nowhere', {
          message: notReadMessage(bytes),
          remedy: 'the kubelet does not start without it',
        }),
      ],
    }
  const reading = await readDocument(bytes)
  if (reading.outcome === 'unreadable') return reading
  const { tree, format, findings } = reading
  if (tree.type === 'map') return { layer: { file, tree, format }, comments: commentsOf(reading, file), findings }
  return { findings: [finding('DECODE-KIND', tree, { message: 'a drop-in must be a KubeletConfiguration' })] }
}

const notFollowed = (path: string, ignored: 'link' | 'file'): Finding => ({
  ...finding('DROPIN-FOLDER', 'nowhere', {
    message:
      ignored === 'link'
        ? 'is a link, which the kubelet does not follow: it reads none of its files, and says nothing'
        : 'is a file, and not a *.conf: the kubelet reads nothing, and says nothing',
    remedy: ignored === 'link' ? 'name the folder itself' : 'name a folder',
  }),
  file: path,
})

const wrongSuffix = finding('DROPIN-SUFFIX', 'nowhere', {
  message: 'has a KubeletConfiguration, which the kubelet ignores without a word: its name does not end in .conf',
  remedy: 'rename it to *.conf, or move it elsewhere',
})

/** Put aside on purpose: editors and package managers name copies so. */
const aside = /~$|\.(?:bak|orig|old|save|swp|tmp|disabled|rpmnew|rpmsave|rpmorig|dpkg-\w+|ucf-\w+)$/

async function isForKubelet(input: InputFile): Promise<boolean> {
  if (aside.test(input.file)) return false
  const bytes = await input.read().catch(() => undefined)
  return bytes !== undefined && bytes.length <= maxBytes && mentionsKubelet(bytes)
}
