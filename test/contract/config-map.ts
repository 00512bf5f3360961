import { make, pathOf } from './requests.ts'
import type { Entity, Subject } from './subject.ts'

export interface ConfigMap extends Entity {
  readonly data?: Readonly<Record<string, string>>
}

export const collection = pathOf('configmaps')

/** One with two keys. */
export async function configMap(subject: Subject): Promise<{ found: ConfigMap; path: string }> {
  const found = await make<ConfigMap>(subject, collection, {
    metadata: { name: subject.name() },
    data: { a: '1', b: '2' },
  })
  return { found, path: `${collection}/${found.metadata.name}` }
}
