import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

const uri = String.raw`(?:[\w;/?:@&=+$,.!~*'()[\]-]|%[\da-fA-F]{2})`
const directive = new RegExp(
  String.raw`%(?:(YAML)[ \t]+1\.1|TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+${uri}+(?=[ \t\r\n]|$))[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)`,
  'y',
)
const anchor = /[*&][\w-]+(?=[ \t\r\n?:,\]}%@`]|$)/y
const tag = new RegExp(String.raw`!(?:<${uri}+>|([\w-]*!)?(${uri}*))(?=[ \t\r\n]|$)`, 'y')

const notYaml11 = 'directive is not YAML 1.1, the only version that the kubelet reads: remove it'

/** Skips a directive. Refuses a second one of the same kind: `YAML`, or the same tag handle. */
export function skipDirective(cursor: YamlCursor, known: Set<string>): void {
  const { index, 1: version, 2: handle } = cursor.take(directive) ?? cursor.refuse(notYaml11)
  const subject = version ?? handle!
  if (known.has(subject)) cursor.refuse(`directive %${version ?? 'TAG'} is given twice`, index)
  known.add(subject)
}

/**
 * Skips an anchor or an alias. go-yaml needs no space before a colon; to the yaml package such a colon is part of the
 * name.
 */
export function skipAnchor(cursor: YamlCursor): void {
  if (cursor.take(anchor) === null) cursor.refuse('anchor or alias has no name, or invalid characters in its name')
  if ('?:%@`'.includes(cursor.char ?? ' ')) cursor.edit(0, ' ')
}

/** Skips a tag. To the yaml package, commas, brackets and exclamation marks end its name. */
export function skipTag(cursor: YamlCursor): void {
  const found = cursor.take(tag) ?? cursor.refuse('tag has invalid characters, or a space is missing after it')
  const [, handle, suffix = ''] = found
  if (handle !== undefined && suffix === '') cursor.refuse(yamlProblems.TAG_RESOLVE_FAILED, found.index)
  const escaped = suffix.replaceAll(/[,[\]!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  if (escaped !== suffix) cursor.edit(suffix.length, escaped, cursor.at - suffix.length)
}
