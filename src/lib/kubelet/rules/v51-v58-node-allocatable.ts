import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from './one-of.ts'
import { placeOfItem } from './place-in.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const field = 'enforceNodeAllocatable'
const none = 'none'

interface Item extends Required<Pick<Problem, 'path' | 'at'>> {
  readonly text: string
  /** The same entry occurs earlier. */
  readonly again: boolean
}

function itemsOf(config: Effective): readonly Item[] {
  const seen = new Set<string>()
  return config.list(field).map((value, index) => {
    const text = asText(value)
    const again = seen.has(text)
    seen.add(text)
    return { text, again, path: itemPath(field, index), at: value }
  })
}

/** The entries for the reservation of a group of processes, such as `system-reserved`. */
const enforcementsOf = (group: string, config: Effective): readonly string[] =>
  config.isAtLeast('1.32') ? [group, `${group}-compressible`] : [group]

const enforcements = (config: Effective): readonly string[] => [
  'pods',
  ...['system-reserved', 'kube-reserved'].flatMap((group) => enforcementsOf(group, config)),
]

function listed(config: Effective, accepted: readonly string[]): readonly string[] {
  const texts = new Set(itemsOf(config).map(({ text }) => text))
  return accepted.filter((enforcement) => texts.has(enforcement))
}

/** Either a whole reservation or its compressible resources, not both. */
const notBoth = (id: string, group: string): Rule => ({
  id,
  since: '1.32',
  fields: [field],
  meaning: `${field} must not have both ${group} and ${group}-compressible.`,
  source: validation,
  check: (config) =>
    unless(listed(config, enforcementsOf(group, config)).length < 2, () => ({
      ...placeOfItem(config, field, enforcementsOf(group, config)),
      reason: 'FieldValueForbidden',
      message: `${field} must not have both ${group} and ${group}-compressible`,
      remedy: 'remove one of them',
    })),
})

const needsCgroup = (id: string, group: string, cgroup: string): Rule => ({
  id,
  fields: [cgroup, field],
  meaning: `${cgroup} must be set where ${field} enforces ${group}.`,
  source: validation,
  check: (config) => {
    const [enforced] = listed(config, enforcementsOf(group, config))
    return unless(enforced === undefined || config.text(cgroup) !== '', () => ({
      ...placeOfItem(config, field, [enforced!]),
      reason: 'FieldValueRequired',
      message: `${cgroup} must be set while ${field} has ${enforced}`,
      remedy: `set it, or remove ${enforced} from the list`,
    }))
  },
})

/** Which reservations are enforced by cgroups. */
export const nodeAllocatableRules: readonly Rule[] = [
  notBoth('V51', 'system-reserved'),
  notBoth('V52', 'kube-reserved'),
  {
    id: 'V53',
    since: '1.31',
    fields: [field],
    meaning: 'enforceNodeAllocatable must not have an entry twice.',
    source: validation,
    check: (config) =>
      itemsOf(config)
        .filter(({ again }) => again)
        .map(({ text, path, at }) => ({
          path,
          at,
          reason: 'FieldValueDuplicate',
          message: `${quote(text)} must be listed only once`,
        })),
  },
  needsCgroup('V54', 'system-reserved', 'systemReservedCgroup'),
  needsCgroup('V55', 'kube-reserved', 'kubeReservedCgroup'),
  {
    id: 'V56',
    fields: [field],
    meaning: 'In enforceNodeAllocatable, none must be the only entry.',
    source: validation,
    check: (config) => {
      const items = itemsOf(config)
      return unless(items.length < 2 || items.every(({ text }) => text !== none), () => ({
        ...placeOfItem(config, field, [none]),
        reason: 'FieldValueForbidden',
        message: `${field} must not combine ${quote(none)} with other entries`,
        remedy: `remove ${none}, or all other entries`,
      }))
    },
  },
  {
    id: 'V57',
    fields: [field],
    meaning:
      'Entries of enforceNodeAllocatable must be none, pods, system-reserved or kube-reserved; from 1.32 also the ' +
      'latter two with -compressible.',
    source: validation,
    check: (config) =>
      itemsOf(config)
        .filter(({ again }) => !again)
        .flatMap(({ text, path, at }) =>
          oneOf('the entry', text, [none, ...enforcements(config)]).map((problem) => ({ path, at, ...problem })),
        ),
  },
  {
    id: 'V58',
    since: '1.31',
    fields: ['cgroupsPerQOS', field],
    meaning: 'enforceNodeAllocatable requires cgroupsPerQOS, unless it is [none].',
    source: validation,
    check: (config) => {
      const enforced = listed(config, enforcements(config))
      return unless(enforced.length === 0 || config.bool('cgroupsPerQOS'), () => ({
        subject: 'cgroupsPerQOS',
        message: `must be true while ${field} has ${enforced.join(', ')}`,
        remedy: `to enforce nothing, set ${field}: [${none}]`,
      }))
    },
  },
]
