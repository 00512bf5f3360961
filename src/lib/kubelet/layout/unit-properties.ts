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
  'ExecStartPre',
  'Restart',
  'StartLimitBurst',
  'StartLimitIntervalUSec',
  'TimeoutStopUSec',
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

const spanUnits: Readonly<Record<string, number>> = {
  us: 1e-6,
  ms: 1e-3,
  s: 1,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
}

/** Seconds of a time such as `1min 30s`; undefined: without limit, or in another form. */
export function secondsOf(properties: Properties, name: Property): number | undefined {
  const parts = propertyOf(properties, name).split(' ')
  const seconds = parts.map((part) => {
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(part) ?? []
    return Number(number) * (spanUnits[unit] ?? Number.NaN)
  })
  const sum = seconds.reduce((a, b) => a + b, 0)
  return Number.isNaN(sum) ? undefined : sum
}

/** Microseconds on the monotonic clock, when the main process was started last; undefined: not since the boot. */
export const startOf = (properties: Properties): number | undefined =>
  numberOf(properties, 'ExecMainStartTimestampMonotonic') || undefined

/** The program of ExecStart=. */
export const programOf = (properties: Properties): string | undefined =>
  /\bpath=(.*?) ; argv\[\]=/.exec(propertyOf(properties, 'ExecStart'))?.[1]

/** The commands of ExecStartPre= that are left after all drop-ins, in words as systemctl prints them. */
export const commandsBeforeStartOf = (properties: Properties): readonly string[] =>
  (properties.get('ExecStartPre') ?? []).flatMap((value) => /\bargv\[\]=(.*?) ; ignore_errors=/.exec(value)?.[1] ?? [])

/** Whether the text of a unit file drops the commands of ExecStartPre= that were given before. */
export const resetsCommandsBeforeStart = (text: string): boolean => /^[ \t]*ExecStartPre[ \t]*=[ \t]*$/m.test(text)

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
