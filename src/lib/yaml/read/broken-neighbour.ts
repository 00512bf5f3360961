/** A document of a file as kubectl and kubeadm divide it: at `---`, before they read any. */
export interface Chunk {
  readonly text: string
  /** How many lines are above it. */
  readonly above: number
}

const marker = /^---(?=[ \t\r]|$)/

/** Comments and empty lines above the first `---` are no document. */
export function chunksOf(text: string): readonly Chunk[] {
  const lines = text.split('\n')
  const markers = [...lines.keys()].filter((index) => marker.test(lines[index]!))
  const isBare = lines.slice(0, markers[0]).every((line) => /^[ \t\r]*(?:#.*)?$/.test(line))
  const starts = markers.length > 0 && isBare ? markers : [0, ...markers]
  return starts.map((above, index) => ({ above, text: lines.slice(above, starts[index + 1]).join('\n') }))
}

/** Whether a document that cannot be read calls itself an object of another API, by its lines. */
export function isOfOtherApi(text: string): boolean {
  const apiVersion = /^apiVersion:[ \t]*["']?([^"'\s#]+)/m.exec(text)?.[1]
  const kind = /^kind:[ \t]*["']?(\w+)/m.exec(text)?.[1]
  const isOther = apiVersion !== undefined && !apiVersion.startsWith('kubelet.config.k8s.io/')
  return isOther && kind !== undefined && kind !== 'KubeletConfiguration'
}
