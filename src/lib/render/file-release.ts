import { describe } from '../kubelet/model/describe.ts'
import type { FileRelease, ReleaseInFile } from '../kubelet/model/file-release.ts'
import { quote } from '../kubelet/model/quote.ts'
import { newest, oldest, type Release } from '../kubelet/model/releases.ts'
import type { Tree } from '../kubelet/model/tree.ts'
import { placeIn } from '../words/finding-words.ts'

/** Where a release comes from that nobody gave. */
export interface ReleaseRemark {
  readonly severity: 'warning' | 'note'
  readonly text: string
}

export function releaseRemark(file: string, { release, fit, value, other }: FileRelease): ReleaseRemark {
  const said = `${placeIn(file, value)}: kubernetesVersion is ${shown(value)}`
  switch (fit) {
    case 'exact':
      return { severity: 'note', text: `${said}: checked for kubelet ${release}` }
    case 'newer':
      return { severity: 'warning', text: `${said}, newer than ${newest}, the newest known; checked as that` }
    case 'older':
      return { severity: 'warning', text: `${said}, older than ${oldest}, the oldest known; checked as that` }
    case 'none':
      return { severity: 'note', text: `${said}, which names no release: checked for kubelet ${release}` }
    case 'several':
      return {
        severity: 'warning',
        text: `${said}, and ${shown(other!)} in line ${other!.line}: checked for kubelet ${release}, so name one with --kubernetes-version`,
      }
  }
}

const shown = (value: Tree): string =>
  value.type === 'scalar' && value.kind === 'string' ? quote(value.text) : describe(value, '')

interface Chosen {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
}

/** Of the file that has decided, and of those that say otherwise. */
export const releaseRemarks = ({ release, releasesInFiles }: Chosen): readonly ReleaseRemark[] =>
  releasesInFiles.map(({ file, fileRelease }, index) =>
    index === 0 ? releaseRemark(file, fileRelease) : otherRelease(file, fileRelease, release),
  )

const otherRelease = (file: string, { value }: FileRelease, release: Release): ReleaseRemark => ({
  severity: 'warning',
  text: `${placeIn(file, value)}: kubernetesVersion is ${shown(value)}, and all is checked for kubelet ${release}`,
})

/** What stands behind the release in a verdict. */
export const origins: Readonly<Record<FileRelease['fit'], string>> = {
  exact: ", the file's kubernetesVersion",
  newer: ", the nearest to the file's kubernetesVersion",
  older: ", the nearest to the file's kubernetesVersion",
  none: '',
  several: '',
}
