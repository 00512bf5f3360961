/** Name of the node at this index: node-a … node-z, node-aa, …. */
export function nodeName(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26))
  return index < 26 ? `node-${letter}` : `${nodeName(Math.floor(index / 26) - 1)}${letter}`
}
