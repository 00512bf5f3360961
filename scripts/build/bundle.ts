import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { leanOclif } from './lean-oclif.ts'

const root = join(import.meta.dirname, '..', '..')
const src = join(root, 'src')

/** Modules that read the build machine: a bundle contains the values of their exports. */
const evaluated = ['lib/cli/shell/build.ts', 'programs/descriptions.ts', 'lib/agent/host/rescue/script.ts'].map(
  (file) => join(src, file),
)

const evaluate: Plugin = {
  name: 'evaluate',
  load: {
    filter: { id: evaluated },
    async handler(id) {
      const exports: Record<string, unknown> = await import(pathToFileURL(id).href)
      return Object.entries(exports)
        .map(([name, value]) => `export const ${name} = ${literal(value)}`)
        .join('\n')
    },
  },
}

/** The bundler cannot see what the UMD file of jsonc-parser requires. Node.js provides it as a default export. */
const jsonc: Plugin = {
  name: 'jsonc-parser',
  resolveId: { filter: { id: /^jsonc-parser$/ }, handler: () => '\0jsonc-parser' },
  load: {
    filter: { id: /^\0jsonc-parser$/ },
    handler: () => "export * as default from 'jsonc-parser/lib/esm/main.js'",
  },
}

/** JSON.parse is faster than an object literal of this size. */
const literal = (value: unknown): string =>
  value === undefined ? 'undefined' : `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

/**
 * Modules that are loaded together share a chunk, with all that they import: a chunk costs more than its size. The first
 * group that reaches a module gets it.
 */
const groups = [
  // All that --version needs, and what starts everything else.
  { name: 'run', test: /src\/programs\/main\.ts$|src\/lib\/cli\/shell\/run\.ts$/ },
  // All that --help needs of oclif.
  { name: 'oclif', test: /@oclif\/core\/lib\/(?:config|errors|ux|settings)|src\/lib\/cli\/shell\/program-config\.ts$/ },
  // What commands have in common.
  { name: 'command', test: /src\/lib\/cli\/(?:shell\/(?:base-command|cluster-command|run-command)\.ts$|flags|input)/ },
  { name: 'nearest', test: /src\/lib\/cli\/usage\/nearest\.ts$/ },
  // Small things that many flows share.
  {
    name: 'flows',
    test: /src\/lib\/(?:message\/describe|ports\/outcomes|cluster\/read-together|pods\/requests|sizes\/(?:model\/ceilings|plan\/patch))\.ts$|node_modules\/p-map/,
  },
  { name: 'plain-yaml', test: /src\/lib\/yaml\/read\/plain/ },
  { name: 'connect', test: /src\/lib\/connect\/connect\.ts$/ },
  // What reports are made of.
  {
    name: 'report',
    test: /src\/lib\/(?:message|quantity|kubelet\/(?:model|check\/finding-text)|offline\/read\/(?:outcome|finding-data|not-read)|sizes\/model\/kubelet-release)/,
  },
  // What is known of the kubelet without its rules.
  {
    name: 'kubelet',
    test: /src\/lib\/(?:kubelet\/(?:grammar|data|gates|schema|defaults|compare\/(?!digest)|rules\/rule\.ts|decode\/unknown-field)|kubelet\/changes\/(?:field-disruption|steps)|yaml\/read\/read-parts)/,
  },
  { name: 'kubelet-flags', test: /src\/lib\/kubelet\/flags\/(?:data|flag-messages|gone|parse-flags|staying)/ },
  // The doctor reads configurations of kubelets, as validate does.
  { name: 'sizes', test: /src\/lib\/sizes\/(?:model|plan|resize|split|list|file|install|autoscale\/(?!run-hook))/ },
  {
    name: 'validate',
    test: /src\/lib\/(?:offline\/(?:validate\/validate|read\/one-document|validate\/reports\/report)|kubelet\/check\/problems)\.ts$/,
  },
  { name: 'documents', test: /src\/lib\/fleet\/(?:change|push|delete|diff|history|edit|list|source)\// },
  // Rollouts, but for the requests of checks and the manifests of the controller.
  { name: 'rollout', test: /src\/lib\/(?:fleet\/rollout|rollouts)\/[^/]*$/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** Bundle modules, and all packages that they need, into CommonJS chunks. Each entry is a file with the name of its key. */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly OutputChunk[]> {
  const commit = currentCommit()
  if (commit !== undefined) process.env['BUILD_COMMIT'] = commit
  const build = await rolldown({
    input: entries,
    cwd: root,
    platform: 'node',
    plugins: [evaluate, jsonc, leanOclif(realpathSync(join(root, 'node_modules')))],
    checks: { bundlerTimings: false },
    logLevel: 'warn',
  })
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: true,
    // Node.js decodes, hashes and keeps a file with any other character as two bytes per character.
    charset: 'ascii',
    // The executable compiles chunks itself, and V8 has no import() there.
    dynamicImportInCjs: false,
    codeSplitting: { groups },
  })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/** Bundle what bin/ starts. */
export const bundleCommands = (folder: string): Promise<readonly OutputChunk[]> =>
  bundle({ main: join(src, 'programs', 'main.ts') }, folder)

/** Followed by `.dirty` when files differ from the commit; undefined: this is not a working copy. */
export function currentCommit(): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const isClean = git('status', '--porcelain', '--untracked-files=no') === ''
    return git('rev-parse', '--short', 'HEAD') + (isClean ? '' : '.dirty')
  } catch {
    return undefined
  }
}
