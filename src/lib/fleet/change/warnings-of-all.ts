import type { Fact } from '../../message/fact.ts'

/** The warnings of several targets, each once: a warning that names nodes names those of all of them. */
export function warningsOfAll(reports: readonly { readonly warnings: readonly Fact[] }[]): readonly Fact[] {
  const all = reports.flatMap(({ warnings }) => warnings)
  const alike = Map.groupBy(all, (fact) => JSON.stringify(namesNodes(fact) ? { ...fact, nodes: [] } : fact))
  return [...alike.values()].map(([first, ...others]) =>
    namesNodes(first!) && others.length > 0
      ? { ...first, nodes: [...new Set([first!, ...others].flatMap((fact) => (namesNodes(fact) ? fact.nodes : [])))] }
      : first!,
  )
}

const namesNodes = (fact: Fact): fact is Fact & { readonly nodes: readonly string[] } => 'nodes' in fact
