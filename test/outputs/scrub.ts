/** What differs from run to run, and why: nothing else may be hidden here. */
const accidents: ReadonlyArray<readonly [pattern: RegExp, replace: (...found: string[]) => string]> = [
  // Instants; whether there are milliseconds is no accident.
  [
    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g,
    (_, milliseconds) => `2026-01-01T00:00:00${milliseconds === undefined ? '' : '.000'}Z`,
  ],
  // Ages below 100 s: the column is as wide as its header, AGE.
  [/(?<= {3})(?:\ds |\d\ds)(?= {3}\S)/g, () => '0s '],
  // The same in the last column.
  [/(?<= {3})\d?\ds(?=\n)/g, () => '0s'],
  // How long something took: the column is as wide as its header, DURATION.
  [/(?<= {3})(?:\ds {6}|\d\ds {5})(?= {3}\S)/g, () => '0s      '],
  // How long a rollout is under way, and what is left of a soak of ten minutes.
  [/(?<=, for )\d?\ds(?=\n)/g, () => '0s'],
  [/(?<= wave begins in )(?:9m\d?\ds|10m)(?=\n)/g, () => '10m'],
  // How long a trial goes on, which was reported as three minutes.
  [/(?<=elapsedSeconds"?: )1[89]\d\b/g, () => '180'],
  // The end of a pod's name that the API server makes up (apiserver/pkg/storage/names).
  [/\bnodesize-balloon-[a-z0-9]{5}\b/g, () => 'nodesize-balloon-xxxxx'],
  // The id of an attempt.
  [/(?<=attempt"?: "?)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => '00000000-0000-4000-8000-000000000000'],
]

export const scrub = (text: string): string =>
  accidents.reduce((scrubbed, [pattern, replace]) => scrubbed.replaceAll(pattern, replace), text)
