import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const declaration = /^(?:const|var) (\w+) = ((?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?);$/gm

/** Modules that only plugins, the pattern strategy, TypeScript sources, themes and spinners need, which we do not use. */
const unused = [
  'config/plugin',
  'config/plugin-loader',
  'config/ts-path',
  'module-loader',
  'performance',
  'util/find-root',
  'util/fs',
  'util/read-pjson',
  'util/read-tsconfig',
  'util/cache-command',
  'util/determine-priority',
]

/**
 * oclif loads all its modules with the first one. Rewrites the `const x = require("y")` that tsc emits so that each module
 * is loaded when it is first used, and leaves out what is never used: its use would be an internal error that names it.
 */
export function leanOclif(packages: string): Plugin {
  const folder = join(packages, '@oclif', 'core', 'lib')
  const left = new Map(unused.map((name) => [join(folder, `${name}.js`), name]))
  return {
    name: 'lean-oclif',
    load(id) {
      const name = left.get(id)
      return name === undefined ? null : `throw new Error('@oclif/core/lib/${name} is not a part of this bundle')`
    },
    transform(code, id) {
      return id.startsWith(folder) && id.endsWith('.js') ? makeLazy(code) : null
    },
  }
}

/** Only for names that are always followed by a dot, as a namespace is. */
export function makeLazy(code: string): string {
  const required = [...code.matchAll(declaration)]
    .map(([text, name = '', value = '']) => ({ text, name, value }))
    .filter(({ text, name }) => !new RegExp(`\\b${name}\\b(?!\\.)`).test(code.replace(text, '')))
  return required.reduce((lazy, { text, name, value }) => {
    const [before = '', after = ''] = lazy.split(text)
    const called = (part: string): string => part.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`)
    return `${called(before)}let ${name}_loaded; const ${name} = () => ${name}_loaded ??= ${value};${called(after)}`
  }, code)
}
