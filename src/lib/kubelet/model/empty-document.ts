import type { ConfigDocument } from './document.ts'

/** A KubeletConfiguration with nothing but its header: all defaults. */
export const emptyDocument: ConfigDocument = {
  type: 'struct',
  fields: new Map(),
  unknown: new Map(),
  line: 1,
  column: 1,
}
