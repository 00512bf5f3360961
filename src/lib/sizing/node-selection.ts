/** Which nodes are meant. */
export type NodeSelection = { readonly by: 'all' } | SomeNodes

/** What is done to nodes is never done to all of them by mistake. */
export type SomeNodes =
  | { readonly by: 'name'; readonly names: readonly string[] }
  | { readonly by: 'label'; readonly selector: string }
