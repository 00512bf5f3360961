import { byCodePoint } from '../compare/code-point.ts'

/** Whether a kubelet reads a file of its folder of drop-ins. */
export const isDropIn = (path: string): boolean => path.endsWith('.conf')

/**
 * The drop-ins among the files below a folder, in the order in which a kubelet reads them: names in byte order, a folder
 * in the place of its name (Go's filepath.WalkDir).
 */
export const dropInsAmong = (paths: readonly string[]): readonly string[] =>
  paths
    .filter(isDropIn)
    .map((path) => path.split('/'))
    .sort(byName)
    .map((names) => names.join('/'))

function byName([a = '', ...below]: readonly string[], [b = '', ...others]: readonly string[]): number {
  return a === b && below.length > 0 && others.length > 0 ? byName(below, others) : byCodePoint(a, b)
}
