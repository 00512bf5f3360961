/** The properties of a unit that are asked of systemd, for its state and for how it is set up. */
export const propertyNames = [
  'Id',
  'LoadState',
  'ActiveState',
  'SubState',
  'Result',
  'Type',
  'MainPID',
  'NRestarts',
  'ExecMainStartTimestampMonotonic',
  'ExecMainCode',
  'ExecMainStatus',
  'NeedDaemonReload',
  'FragmentPath',
  'DropInPaths',
  'EnvironmentFiles',
  'ExecStart',
  'Restart',
  'StartLimitBurst',
  'StartLimitIntervalUSec',
  'WantedBy',
] as const

export type Property = (typeof propertyNames)[number]

/** What `systemctl show` printed of one unit; some properties have several lines. */
export type Properties = ReadonlyMap<string, readonly string[]>

/** Reads `NAME=VALUE` lines, whose order is systemd's. Anything else is ignored. */
export function readProperties(text: string): Properties {
  const properties = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const values = properties.get(name) ?? []
    values.push(value!)
    properties.set(name, values)
  }
  return properties
}

export const propertyOf = (properties: Properties, name: Property): string => properties.get(name)?.[0] ?? ''

/** 0 when it is not a number. */
export function numberOf(properties: Properties, name: Property): number {
  const number = Number(propertyOf(properties, name))
  return Number.isSafeInteger(number) ? number : 0
}

/** Microseconds on the monotonic clock, when the main process was started last; undefined: not since the boot. */
export const startOf = (properties: Properties): number | undefined =>
  numberOf(properties, 'ExecMainStartTimestampMonotonic') || undefined

/** The program of ExecStart=. */
export const programOf = (properties: Properties): string | undefined =>
  /\bpath=(.*?) ; argv\[\]=/.exec(propertyOf(properties, 'ExecStart'))?.[1]

/** Its unit file and drop-ins, in the order in which systemd reads them. */
export const unitFilesOf = (properties: Properties): readonly string[] => [
  ...[propertyOf(properties, 'FragmentPath')].filter((path) => path !== ''),
  ...propertyOf(properties, 'DropInPaths')
    .split(' ')
    .filter((path) => path !== ''),
]

/** Its environment files, in order; each may be absent. */
export const environmentFilesOf = (properties: Properties): readonly string[] =>
  (properties.get('EnvironmentFiles') ?? []).map((value) => value.replace(/ \(ignore_errors=\w+\)$/, ''))
