import { outputOf } from '../host/output-of.ts'

/** Nothing reaches the node, and nothing gets out; open connections are not told. */
export async function cutNetwork(node: string): Promise<void> {
  await setLink(node, 'down')
}

export async function restoreNetwork(node: string): Promise<void> {
  await setLink(node, 'up')
}

/** Of the node's end at the bridge: tests run in the network of the control plane. */
async function setLink(node: string, state: 'up' | 'down'): Promise<void> {
  await outputOf('ip', ['link', 'set', `kcfg-${node}`, state])
}
