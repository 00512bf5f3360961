/** The selected nodes. To change all nodes, a command requires `--all`, so that no action affects them by mistake. */
export type NodeSelection =
  | { readonly by: 'all' }
  | { readonly by: 'name'; readonly names: readonly string[] }
  | { readonly by: 'label'; readonly selector: string }

/** Some of them, never all. */
export type SomeNodes = Exclude<NodeSelection, { readonly by: 'all' }>
