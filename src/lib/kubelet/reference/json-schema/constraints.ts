import { newest, oldest, type Release } from '../../model/releases.ts'
import { knows } from '../../schema/schema.ts'
import { collectionConstraints } from './collection-constraints.ts'
import type { Constraint } from './constraint.ts'
import { numberConstraints } from './number-constraints.ts'
import { textConstraints } from './text-constraints.ts'

export const constraints: readonly Constraint[] = [...numberConstraints, ...textConstraints, ...collectionConstraints]

const byPath = Map.groupBy(constraints, ({ path }) => path)

export const constraintAt = (path: string, release: Release): Constraint | undefined =>
  byPath.get(path)?.find(({ since = oldest, until = newest }) => knows(release, { since, until }))
