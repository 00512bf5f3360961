import type { ConfigDocument } from './document.ts'

/** A KubeletConfiguration with only its header: all defaults. */
export const emptyDocument: ConfigDocument = {
  type: 'struct',
  fields: new Map(),
  unknown: new Map(),
  line: 1,
  column: 1,
}
