import type { Fact } from '../fact.ts'
import type { Diagnosis } from '../flows/agent/doctor.ts'
import { plainLine } from '../tone.ts'
import { describe } from '../words/describe.ts'
import { factsData } from './facts-data.ts'

const verdicts: Readonly<Record<Diagnosis['verdict'], string>> = {
  works: 'works',
  'with-care': 'works, with care',
  refused: 'refused',
}

/** One line for what was found, then each reason, with its remedy. */
export function describeDiagnosis({ verdict, setup, kubeletVersion, applyMode, problems, care }: Diagnosis): string {
  const kubelet = setup && `kubelet: ${setup.unit}, ${kubeletVersion ?? 'version unknown'}, layout ${setup.layout}`
  const mode = applyMode && `apply mode: ${applyMode}`
  const found = [kubelet, setup?.config && `config: ${setup.config}`, mode].filter((line) => line !== undefined)
  const lines = [...problems.map((fact) => reasonLine('error', fact)), ...care.map((fact) => reasonLine('care', fact))]
  return [`agent: ${verdicts[verdict]}`, ...found, ...lines.flat()].map((line) => `${line}\n`).join('')
}

function reasonLine(what: string, fact: Fact): readonly string[] {
  const { lines, hints } = describe(fact)
  return [
    ...lines.map((line, index) => `${index === 0 ? `${what}: ` : ''}${plainLine(line)}`),
    ...hints.map((hint) => `  hint: ${hint}`),
  ]
}

export const diagnosisData = ({ verdict, setup, kubeletVersion, applyMode, problems, care }: Diagnosis) => ({
  verdict,
  unit: setup?.unit ?? null,
  layout: setup?.layout ?? null,
  kubeletVersion: kubeletVersion ?? null,
  config: setup?.config ?? null,
  configDir: setup?.configDir ?? null,
  applyMode: applyMode ?? null,
  problems: factsData(problems),
  care: factsData(care),
})
