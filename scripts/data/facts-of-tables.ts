import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fields } from '../../src/lib/kubelet/data/fields.ts'
import { flags } from '../../src/lib/kubelet/flags/data/flags.ts'
import { gatesOf } from '../../src/lib/kubelet/gates/gate.ts'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'
import { knows } from '../../src/lib/kubelet/schema/schema.ts'
import type { Facts } from './facts.ts'

export const defaultsFile = join(import.meta.dirname, '../../test/data/defaults.json')

const defaults: Partial<Record<Release, Facts['defaults']>> = JSON.parse(readFileSync(defaultsFile, 'utf8'))

/** The facts of a release that the tables were made from; what only the newest release decides is as it says. */
export const factsOfTables = (release: Release): Facts => ({
  fields: fields.filter((row) => knows(release, row)).map(({ since, until, ...fact }) => fact),
  defaults: defaults[release] ?? {},
  gates: Object.fromEntries(
    Array.from(gatesOf(release), ([name, { on, stage, locked, needs }]) => [
      name,
      { default: on, stage, locked, deps: needs },
    ]),
  ),
  flags: flags.filter((row) => knows(release, row)).map(({ since, until, ...fact }) => fact),
})
