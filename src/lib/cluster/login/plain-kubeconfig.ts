import { readPlainYaml } from '../../yaml/read/plain-yaml.ts'

type Tree = NonNullable<ReturnType<typeof readPlainYaml>>

/** Thrown where the yaml package is needed. Never leaves this file. */
const notPlain = Symbol('not plain')

/**
 * The value of a kubeconfig in JSON, or in the plain YAML that kubectl and installers write. undefined for other YAML and
 * for errors: the yaml package reads those, but takes longer to load than a request to a near API server takes.
 */
export function parsePlain(text: string): unknown {
  if (text.trimStart().startsWith('{')) return parseJson(text)
  // Offsets instead of lines: plainValue looks up how a value is written.
  const tree = readPlainYaml({ text, locate: (offset) => ({ line: offset, column: 0 }) })
  try {
    return tree && plainValue(tree, text)
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function plainValue(tree: Tree, source: string): unknown {
  switch (tree.type) {
    case 'list':
      return tree.items.map((item) => plainValue(item, source))
    case 'map': {
      const keys = new Set(tree.entries.map(({ key }) => key))
      if (keys.size < tree.entries.length) throw notPlain
      return Object.fromEntries(tree.entries.map(({ key, value }) => [key, plainValue(value, source)]))
    }
    case 'scalar':
      if (tree.kind === 'string') return tree.text
      // Other spellings, such as yes or 0x10, have another meaning in YAML 1.2.
      if (!source.startsWith(tree.text, tree.line)) throw notPlain
      return JSON.parse(tree.text)
  }
}
