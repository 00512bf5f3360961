import { type FlagNote, RivalUnits } from './flag-messages.ts'

interface Named {
  readonly file: string
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
const isDropIn = ({ file }: Named): boolean => file.endsWith('.conf')
const isUnit = ({ file }: Named): boolean => file.endsWith('.service')
const compareNames = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Units first, then drop-ins by name, whatever the order of the arguments: the order in which systemd reads them. */
export const asSystemdReads = <T extends Named>(files: readonly T[]): readonly T[] => [
  ...files.filter((one) => !isDropIn(one)),
  ...files.filter(isDropIn).toSorted((a, b) => compareNames(nameOf(a.file), nameOf(b.file))),
]

/** Files of which systemd would read only one, although all were given. */
export function unitNotes(files: readonly Named[]): readonly FlagNote[] {
  const sameName = Map.groupBy(files.filter(isDropIn), ({ file }) => nameOf(file))
  return [files.filter(isUnit), ...sameName.values()]
    .filter((some) => some.length > 1)
    .map((some) => RivalUnits({ files: some.map(({ file }) => file) }))
}
