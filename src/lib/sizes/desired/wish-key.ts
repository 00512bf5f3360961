/**
 * The keys of a node in its ConfigMap: its name for its wish, and one for the note about its machine. No name of a node has an
 * underscore.
 */
export type KeyPart = 'wish' | 'machine'

const machineSuffix = '_machine'

export const keyOf = (node: string, part: KeyPart): string => (part === 'wish' ? node : `${node}${machineSuffix}`)

/** Whose key it is. */
export const ownerOf = (key: string): { readonly node: string; readonly part: KeyPart } =>
  key.endsWith(machineSuffix)
    ? { node: key.slice(0, -machineSuffix.length), part: 'machine' }
    : { node: key, part: 'wish' }
