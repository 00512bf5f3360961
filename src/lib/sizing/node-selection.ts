/** The selected nodes. */
export type NodeSelection = { readonly by: 'all' } | SomeNodes

/** Nodes are always selected explicitly, so that no action affects all of them by mistake. */
export type SomeNodes =
  | { readonly by: 'name'; readonly names: readonly string[] }
  | { readonly by: 'label'; readonly selector: string }
