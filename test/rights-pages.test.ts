import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Free, Path, Right } from '../src/lib/admission/right.ts'
import { agentRights } from '../src/lib/agent/manifests/agent-rights.ts'
import { documentsOf } from '../src/lib/agent/manifests/node-rights.ts'
import { leftToOthers } from '../src/lib/agent/manifests/writers-policies.ts'
import { agent, desired, document } from '../src/lib/names.ts'
import { controllerRights, webhookRights } from '../src/lib/rollouts/manifests/controller-rights.ts'
import { cordonRights, operatorRights, reconcilerRights } from '../src/lib/sizes/manifests/rights.ts'

/** Stands for the name of a node: names of objects have no capitals, and the page has `NODE`. */
const node = 'any-node'
const [namespace, balloons] = ["documents' namespace", 'namespace of the balloons']

const tables: readonly (readonly [page: string, name: string, rights: readonly Right[]])[] = [
  [
    ...(['agent-security.md', 'rights of an agent'] as const),
    agentRights({
      ...{ namespace, nodes: [node], documents: documentsOf([node]) },
      account: `${agent.serviceAccountPrefix}${node}`,
    }),
  ],
  [
    ...(['agent-security.md', 'what is left to users who are not writers'] as const),
    leftToOthers(namespace, documentsOf([node]), `${node}${document.nodeSuffix}-NUMBER`),
  ],
  ['rollout.md', 'rights of the controller', [...controllerRights(namespace), ...webhookRights]],
  ['nodesize.md', 'rights of the reconciler', reconcilerRights(balloons, 'its own namespace')],
  ['nodesize.md', 'rights of operators', operatorRights],
  ['nodesize.md', 'rights to cordon', cordonRights],
]

const code = (text: string): string => `\`${text.replaceAll(node, 'NODE')}\``

const lists = ['conditions', 'containers', 'volumes']

const field = (path: Path): string =>
  path
    .map((key, depth) => {
      if (/[./]/.test(key) || lists.includes(path[depth - 1] ?? '')) return `[${key}]`
      return depth === 0 ? key : `.${key}`
    })
    .join('')

const fields = (free: readonly Free[]): string =>
  free.length === 0
    ? 'nothing'
    : free.map(({ path, within }) => `${code(field(path))}${within === undefined ? '' : ` (${within})`}`).join(', ')

const what = ({ group, resources, names }: Right): string => {
  const of = resources.map((resource) => code(group === undefined ? resource : `${resource}.${group}`)).join(' and ')
  if (names === undefined) return of
  if (names === desired.configMaps) return `${of}: ${code(String(names[0]))} to ${code(String(names.at(-1)))}`
  return `${of}: ${names.map(code).join(', ')}`
}

const writes = ({ creates, changes, keeps, verbs }: Right): string =>
  [
    ...(creates ? [`new: ${fields(creates)}`] : []),
    ...(changes ? [`${creates ? 'then: ' : ''}${fields(changes)}`] : []),
    ...(keeps ? [`all but ${keeps.map((path) => code(field(path))).join(', ')}`] : []),
    ...(!creates && !changes && !keeps && verbs.includes('patch') ? ['all'] : []),
  ].join('; ')

const table = (rights: readonly Right[]): string =>
  [
    '| where | right | of | may write | for |',
    '|---|---|---|---|---|',
    ...rights.map((right) => {
      const where = right.where ?? 'cluster'
      const cells = [/^[a-z-]+$/.test(where) && where !== 'cluster' ? code(where) : where, right.verbs.join(', ')]
      return `| ${[...cells, what(right), writes(right), right.purpose].join(' | ')} |`
    }),
    '',
  ].join('\n')

test.each(tables)('%s has the %s, as roles and policies have them', (page, name, rights) => {
  const path = join(import.meta.dirname, '..', 'docs', page)
  const section = new RegExp(`(<!-- ${name}: begin .*-->\\n)[\\s\\S]*?(<!-- ${name}: end -->)`)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(section)
  const updated = text.replace(section, (_, begin, end) => `${begin}\n${table(rights)}\n${end}`)
  if (process.env['UPDATE_GOLDEN']) writeFileSync(path, updated)
  expect(readFileSync(path, 'utf8')).toBe(updated)
})
