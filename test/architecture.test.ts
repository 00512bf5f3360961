import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const src = join(import.meta.dirname, '..', 'src')

/**
 * Who may import whom at run time, statically or not; `import type` is free. A folder may always import itself, and
 * anyone may import lib/errors.ts, lib/names.ts and lib/tone.ts, which know nobody else. What is only loaded when it is
 * needed stands under `lazily`.
 */
const allowed: Record<string, { statically: readonly string[]; lazily?: readonly string[] }> = {
  'lib/quantity': { statically: [] },
  'lib/config': { statically: ['lib/quantity', 'leven', 'node:crypto'] },
  'lib/sizing': { statically: ['lib/quantity'] },
  'lib/reading': {
    statically: ['lib/config'],
    lazily: ['lib/reading/read-', 'lib/reading/document-text.ts', 'yaml', 'jsonc-parser'],
  },
  'lib/render': { statically: ['lib/config', 'lib/quantity', 'lib/sizing'] },
  // What several of its folders share; they do not know each other.
  'lib/flows': { statically: ['lib/config', 'lib/reading', 'lib/render', 'p-map'] },
  'lib/flows/documents': {
    statically: [
      'lib/config',
      'lib/flows/accept-risk.ts',
      'lib/flows/one-document.ts',
      'lib/flows/outcome.ts',
      'lib/flows/releases-of-nodes.ts',
      'lib/flows/review.ts',
      'lib/flows/together.ts',
      'lib/reading',
      'lib/render',
    ],
  },
  'lib/flows/files': {
    statically: [
      'lib/config',
      'lib/flows/one-document.ts',
      'lib/flows/review.ts',
      'lib/reading',
      'lib/render',
      'p-map',
    ],
  },
  'lib/flows/sizes': { statically: ['lib/flows/outcome.ts', 'lib/flows/together.ts', 'lib/sizing'] },
  'lib/kube': {
    statically: ['lib/config', 'lib/sizing', 'leven', 'node:'],
    lazily: ['lib/kube/client-node.ts', 'yaml'],
  },
  'lib/kube/client-node.ts': { statically: ['@kubernetes/client-node', 'node:'] },
  // reading/limits.ts: a file is not read further than it could be decoded.
  'lib/cli': {
    statically: [
      'lib/config',
      'lib/quantity',
      'lib/reading/limits.ts',
      'lib/sandbox/node-name.ts',
      'lib/sandbox/usual.ts',
      'lib/sizing',
      '@oclif/core',
      'leven',
      'node:',
    ],
    lazily: ['lib/kube/connect.ts', 'chalk', 'inquirer', 'yaml'],
  },
  commands: {
    statically: ['lib/cli', 'lib/config', 'lib/flows', 'lib/quantity', 'lib/render', 'lib/sizing', '@oclif/core'],
    lazily: ['lib/flows', 'lib/render/reports', 'lib/sandbox/start.ts', 'lib/sandbox/shell/run-command.ts'],
  },
  'lib/sandbox/core': { statically: ['lib/quantity', 'lib/sizing', 'rfc6902'] },
  'lib/sandbox/world': {
    statically: ['lib/quantity', 'lib/sandbox/core', 'lib/sandbox/node-name.ts', 'lib/sizing'],
  },
  'lib/sandbox/shell': { statically: ['selfsigned', 'node:'], lazily: ['yaml'] },
  'lib/sandbox/create.ts': { statically: ['lib/sandbox/core', 'lib/sandbox/world'] },
  'lib/sandbox/start.ts': { statically: ['lib/sandbox'] },
  'lib/sandbox/faults.ts': { statically: [] },
  'lib/sandbox/node-name.ts': { statically: [] },
  'lib/sandbox/usual.ts': { statically: [] },
  'lib/public.ts': { statically: ['lib/'] },
}

/** Decisions: the same answer for the same question, always. */
const pure = [
  'lib/quantity',
  'lib/config',
  'lib/sizing',
  'lib/render',
  'lib/sandbox/core',
  'lib/sandbox/world',
  'lib/sandbox/create.ts',
]
const impure = /\bawait\b|\basync\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bsetTimeout\b|\bprocess\.|\bfetch\(/

const files = globSync('**/*.ts', { cwd: src }).toSorted()
const everywhere = ['lib/errors.ts', 'lib/names.ts', 'lib/tone.ts']
/** The row of the table that a file belongs to: its own, or that of the nearest folder. */
const ring = (file: string): string => {
  for (let place = file; place !== '.'; place = dirname(place)) if (place in allowed) return place
  return file
}

type Import = { target: string; lazy: boolean }

function importsOf(file: string, text: string): Import[] {
  const resolve = (target: string): string =>
    target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target
  const statics = text.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s+)?'([^']+)'/gm)
  const dynamics = text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
  return [
    ...[...statics].map(([, target]) => ({ target: resolve(target!), lazy: false })),
    ...[...dynamics].map(([, target]) => ({ target: resolve(target!), lazy: true })),
  ]
}

function mayImport(file: string, { target, lazy }: Import): boolean {
  const own = ring(file)
  const { statically, lazily = [] } = allowed[own] ?? { statically: [] }
  if (!lazy && (everywhere.includes(target) || ring(target) === own)) return true
  return (lazy ? lazily : statically).some((prefix) => target.startsWith(prefix))
}

describe('who imports whom', () => {
  test.each(files)('%s keeps to the table', (file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const forbidden = importsOf(file, text).filter((found) => !mayImport(file, found))
    expect(forbidden).toEqual([])
  })

  test.each(everywhere)('%s is below all others: it does not even know their types', (file) => {
    const text = readFileSync(join(src, file), 'utf8').replaceAll(/^(import|export) type /gm, '$1 ')
    expect(importsOf(file, text).filter(({ target }) => !everywhere.includes(target))).toEqual([])
  })
})

describe('pure folders', () => {
  const code = (file: string): string =>
    readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

  test.each(files.filter((file) => pure.includes(ring(file))))('%s has no clock, no waiting, no chance', (file) => {
    expect(impure.exec(code(file))?.[0]).toBeUndefined()
  })
})

describe('size', () => {
  const lines = (file: string): number => readFileSync(join(src, file), 'utf8').trimEnd().split('\n').length

  test.each(files.filter((file) => !file.includes('/data/')))('%s is at most 200 lines', (file) => {
    expect(lines(file)).toBeLessThanOrEqual(200)
  })
  test.each(globSync('**/*.ts', { cwd: import.meta.dirname }).toSorted())('test/%s is at most 200 lines', (file) => {
    expect(lines(join('..', 'test', file))).toBeLessThanOrEqual(200)
  })
  test.each(files.filter((file) => file.startsWith('commands/')))('the command %s is thin', (file) => {
    expect(lines(file)).toBeLessThanOrEqual(70)
  })
})
