import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import { effectiveFields } from '../../offline/effective/output.ts'
import type { Column, View } from '../../output/view.ts'
import type { EffectiveOfNode } from './effective-of-node.ts'

/** A field of the kubelet of one of several nodes. */
export interface FieldOfNode {
  readonly node: string
  readonly field: EffectiveField
}

const { columns, data, name } = effectiveFields

/** The fields of the kubelets of several nodes. */
export const fieldsOfNodes: View<FieldOfNode> = {
  kind: 'EffectiveConfigurationList',
  columns: [
    { header: 'NODE', value: ({ node }) => node },
    ...columns.map(({ header, value }): Column<FieldOfNode> => ({ header, value: ({ field }) => value(field) })),
  ],
  wide: [],
  data: ({ node, field }) => ({ node, ...data(field) }),
  name: ({ node, field }) => `node/${node} ${name(field)}`,
}

/** The data of fields, by their nodes. */
export function byNode(
  reports: readonly Pick<EffectiveOfNode, 'node' | 'release'>[],
  fields: readonly object[],
): object {
  const own = Map.groupBy(fields as readonly { readonly node: string }[], ({ node }) => node)
  return {
    items: reports.map(({ node, release }) => ({
      node,
      kubernetesVersion: release,
      fields: (own.get(node) ?? []).map(({ node: _, ...field }) => field),
    })),
  }
}
