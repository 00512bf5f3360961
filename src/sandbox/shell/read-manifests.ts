import { readFile } from 'node:fs/promises'
import type { Document, DocumentOptions, ParseOptions, SchemaOptions, Tags } from 'yaml'
import { errnoText } from '../../lib/errno.ts'

/** One object of a file, or a problem that prevented reading it. */
export type Manifest = ManifestObject | { readonly origin: string; readonly problem: string }

export interface ManifestObject {
  /** Such as `fixtures.yaml, document 2`. */
  readonly origin: string
  readonly object: KubernetesObject
}

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string; readonly namespace?: string }
}

/** The objects in YAML or JSON files, in order; Lists are expanded. Unreadable parts are returned as problems. */
export async function readManifests(files: readonly string[]): Promise<Manifest[]> {
  return (await Promise.all(files.map(readManifest))).flat()
}

async function readManifest(file: string): Promise<Manifest[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof text !== 'string') return [{ origin: file, problem: unreadable(text) }]
  const { parseAllDocuments } = await import('yaml')
  const documents = [...parseAllDocuments(text, yamlOptions)]
  return documents.flatMap((document, i) => {
    const origin = documents.length === 1 ? file : `${file}, document ${i + 1}`
    return manifestsOf(origin, document)
  })
}

function unreadable({ code = '', message }: NodeJS.ErrnoException): string {
  const why = errnoText(code)
  return code === 'ENOENT' ? why : `cannot be read: ${why || message}`
}

/** YAML 1.1 as in kubectl; timestamps and base-60 numbers remain strings, as in sigs.k8s.io/yaml. */
const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  prettyErrors: true,
  logLevel: 'silent',
  customTags: (tags: Tags): Tags =>
    tags.filter((tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !tag.tag.endsWith(':timestamp'))),
}

function manifestsOf(origin: string, document: Document.Parsed): Manifest[] {
  const [error] = document.errors
  if (error !== undefined) return [{ origin, problem: `is not YAML: line ${error.linePos?.[0].line ?? 1}` }]
  const value: unknown = document.toJS()
  return value === null ? [] : objectsIn(origin, value)
}

function objectsIn(origin: string, value: unknown): Manifest[] {
  if (!isObject(value)) return [{ origin, problem: 'not a Kubernetes object: apiVersion and kind are required' }]
  const { items } = value as { items?: unknown }
  if (!value.kind.endsWith('List') || !Array.isArray(items)) return [{ origin, object: value }]
  return items.flatMap((item, i) => objectsIn(`${origin}, item ${i + 1}`, item))
}

function isObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown }
  return typeof apiVersion === 'string' && typeof kind === 'string'
}
