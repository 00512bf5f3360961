import { Failure } from '../failure.ts'
import type { FileRelease } from '../kubelet/model/file-release.ts'
import { placeIn } from '../words/finding-words.ts'
import { nameOf } from '../yaml/read/holding.ts'
import { releaseNamedIn } from '../yaml/read/kubeadm.ts'
import { type Part, readParts } from '../yaml/read/read-parts.ts'
import type { Member } from '../yaml/read/survey.ts'

export interface Source {
  /** As it is called in messages. */
  readonly file: string
  readonly bytes: Uint8Array
}

export interface OneDocument extends Part {
  readonly file: string
  /** What the rest of the file says about the release of its kubelets. */
  readonly fileRelease: FileRelease | undefined
  /** All that stands in the file. */
  readonly members: readonly Member[]
}

/**
 * The one KubeletConfiguration of a file, which may be for somebody else otherwise: in a file for kubeadm, or in a
 * ConfigMap. Rejects with Failure 'invalid' that names the places when there are several, or only other things.
 */
export async function oneDocument({ file, bytes }: Source): Promise<OneDocument> {
  const contents = await readParts(bytes)
  const { parts, members, candidates, foreign, relevant } = contents
  if (foreign && !relevant)
    throw new Failure('invalid', [`${file}: holds no KubeletConfiguration`, ...places(file, members)].join('\n'))
  const rivals = foreign ? candidates : candidates.filter(({ holds }) => holds === 'configuration')
  if (rivals.length > 1) {
    const message = `${file}: holds ${rivals.length} documents for a kubelet, and one is needed`
    throw new Failure('invalid', [message, ...places(file, rivals)].join('\n'), {
      suggestions: ['give each a file of its own'],
    })
  }
  return { ...parts[0]!, file, fileRelease: releaseNamedIn(contents), members }
}

/** Places that are told; a file may hold thousands. */
const most = 10

function places(file: string, members: readonly Member[]): readonly string[] {
  const found = members.filter(({ holds }) => holds !== 'nothing')
  const lines = found.slice(0, most).map(({ reading, inside }) => {
    const [finding] = reading.findings
    const [at, what] =
      reading.outcome === 'tree' ? [inside?.value ?? reading.tree, nameOf(reading.tree)] : [finding!, finding!.message]
    return `  ${placeIn(file, at)}: ${what}`
  })
  return found.length > most ? [...lines, `  and ${found.length - most} more`] : lines
}
