import type { Pod, PodCondition } from '../../core/model/object.ts'

export const conditionOf = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

/** Sets a condition; without a value, removes it. */
export const withCondition = (
  conditions: readonly PodCondition[] = [],
  type: string,
  condition?: Omit<PodCondition, 'type'>,
): PodCondition[] => [
  ...conditions.filter((each) => each.type !== type),
  ...(condition === undefined ? [] : [{ type, ...condition }]),
]
