import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultsData, defaultsSource } from './defaults.ts'
import type { AllFacts } from './facts.ts'
import { defaultsFile } from './facts-of-tables.ts'
import { fieldsSource } from './fields.ts'
import { flagsSource } from './flags.ts'
import { gatesSource } from './gates.ts'

export interface Table {
  readonly file: string
  readonly text: string
}

const lib = join(import.meta.dirname, '../../src/lib')

/** Every table that is made from facts. */
export const tablesOf = (facts: AllFacts): readonly Table[] => [
  { file: join(lib, 'kubelet/data/fields.ts'), text: fieldsSource(facts) },
  { file: join(lib, 'kubelet/data/defaults.ts'), text: defaultsSource(facts) },
  { file: join(lib, 'kubelet/data/gates.ts'), text: gatesSource(facts) },
  { file: join(lib, 'kubelet/flags/data/flags.ts'), text: flagsSource(facts) },
  { file: defaultsFile, text: defaultsData(facts) },
]

/** The lines of a table that the file lacks, with a plus, and those of the file that the table lacks, with a minus. */
export function changesOf({ file, text }: Table): readonly string[] {
  const [before, after] = [readFileSync(file, 'utf8'), text].map((one) => one.split('\n'))
  const [had, has] = [new Set(before), new Set(after)]
  return [
    ...before!.filter((line) => !has.has(line)).map((line) => `- ${line}`),
    ...after!.filter((line) => !had.has(line)).map((line) => `+ ${line}`),
  ]
}
