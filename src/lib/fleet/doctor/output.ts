import type { Diagnosis } from '../../agent/install/doctor.ts'
import { describe, reasoned } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import type { Findings } from '../../message/findings.ts'
import { plainLine } from '../../message/line.ts'
import type { SizingDiagnosis } from '../../sizes/doctor/doctor.ts'
import type { NodeDiagnosis } from './doctor-node.ts'
import type { RolloutDiagnosis } from './doctor-rollout.ts'

const verdicts: Readonly<Record<NodeDiagnosis['verdict'], string>> = {
  works: 'works',
  'with-care': 'works, with care',
  refused: 'refused',
  missing: 'missing',
  silent: 'silent',
  'kubelet-silent': 'heard until lately, but the kubelet is not heard',
  failing: 'works, but the kubelet does not',
}

/** One line for what was found, then each reason, with its remedy. */
export function describeDiagnosis({ verdict, setup, kubeletVersion, applyMode, problems, care }: Diagnosis): string {
  const kubelet = setup && `kubelet: ${setup.unit}, ${kubeletVersion ?? 'version unknown'}, layout ${setup.layout}`
  const mode = applyMode && `apply mode: ${applyMode}`
  const found = [kubelet, setup?.config && `config: ${setup.config}`, mode].filter((line) => line !== undefined)
  return linesOf([`agent: ${verdicts[verdict]}`, ...found], { problems, care, works: [] })
}

/** The same for a node of the cluster; what is good is reported as well. */
export function describeNodeDiagnosis({ verdict, node, ...findings }: NodeDiagnosis): string {
  const system = [node.osImage, node.containerRuntime].filter((text) => text !== '').join(', ')
  const found = [`node: ${node.name}, ${node.kubeletVersion}`, ...(system === '' ? [] : [`system: ${system}`])]
  return linesOf([`agent: ${verdicts[verdict]}`, ...found], findings)
}

/** The same for nodesize in a cluster, with what was proven. */
export function describeSizingDiagnosis({ verdict, serverVersion, namespace, ...findings }: SizingDiagnosis): string {
  const found = [`server: ${serverVersion}`, `namespace: ${namespace}`]
  return linesOf([`nodesize: ${verdicts[verdict]}`, ...found], findings)
}

/** The same for the rollouts of the global document. */
export const describeRolloutDiagnosis = ({ verdict, namespace, ...findings }: RolloutDiagnosis): string =>
  linesOf([`rollouts: ${verdicts[verdict]}`, `namespace: ${namespace}`], findings)

function linesOf(head: readonly string[], { problems, care, works }: Findings): string {
  const lines = [
    ...works.map((fact) => reasonLine('works', fact)),
    ...care.map((fact) => reasonLine('care', fact)),
    ...problems.map((fact) => reasonLine('error', fact)),
  ]
  return [...head, ...lines.flat()].map((line) => `${line}\n`).join('')
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
  node: null,
  ...findingsData({ problems, care, works: [] }),
})

export const nodeDiagnosisData = ({ verdict, node, ...findings }: NodeDiagnosis) => ({
  verdict,
  ...{ unit: null, layout: null, kubeletVersion: node.kubeletVersion, config: null, configDir: null, applyMode: null },
  node: node.name,
  ...findingsData(findings),
})

export const sizingDiagnosisData = ({ verdict, serverVersion, namespace, ...findings }: SizingDiagnosis) => ({
  ...{ verdict, serverVersion, namespace },
  problems: findings.problems.map(sizingData),
  care: findings.care.map(sizingData),
  works: findings.works.map(sizingData),
})

export const rolloutDiagnosisData = ({ verdict, namespace, ...findings }: RolloutDiagnosis) => ({
  ...{ verdict, namespace },
  ...findingsData(findings),
})

const sizingData = (fact: Fact) => ({ ...findingData(fact), subject: subjectData(fact) })

function subjectData({ subject }: Fact): object | null {
  if (subject === undefined) return null
  const namespace = 'namespace' in subject ? (subject.namespace ?? null) : null
  return { kind: subject.kind, name: subject.name, namespace }
}

const findingsData = ({ problems, care, works }: Findings) => ({
  problems: problems.map(findingData),
  care: care.map(findingData),
  works: works.map(findingData),
})

const findingData = (fact: Fact) => ({ ...reasoned(fact), hints: describe(fact).hints })
