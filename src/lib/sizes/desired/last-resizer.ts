import type { Pod } from '../../api/pod.ts'

export interface Resizer {
  readonly manager: string
  /** RFC 3339. */
  readonly at: string
}

/** The client that last resized a balloon; undefined for one that has the size it was created with. */
export function lastResizer({ metadata: { managedFields = [] } }: Pod): Resizer | undefined {
  const resizes = managedFields.filter(({ subresource }) => subresource === 'resize')
  const [last] = resizes.toSorted((one, other) => timeOf(other) - timeOf(one))
  return last && { manager: last.manager ?? '', at: last.time ?? '' }
}

const timeOf = ({ time }: { readonly time?: string }): number => (time === undefined ? 0 : Date.parse(time))
