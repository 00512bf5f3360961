import type { ErrorCode } from 'yaml'

/** By the codes of the yaml package, whose own messages may repeat parts of the document, which may be secret. */
export const yamlProblems: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'alias can have neither anchor nor tag',
  BAD_ALIAS: 'anchor or alias has no name',
  BAD_DIRECTIVE: 'directive is not YAML',
  BAD_DQ_ESCAPE: 'double-quoted string has an unknown escape: double the backslash, or use single quotes',
  BAD_INDENT: 'indentation does not match the lines above',
  BAD_PROP_ORDER: 'anchor or tag is before an indicator, not after it',
  BAD_SCALAR_START: 'value starts with a reserved character: quote it',
  BLOCK_AS_IMPLICIT_KEY:
    'mapping or list starts in the middle of a line: check the indentation, or put a value with a colon in quotes',
  BLOCK_IN_FLOW: 'block list or block mapping inside brackets or braces',
  DUPLICATE_KEY: 'duplicate key',
  IMPOSSIBLE: 'not YAML',
  KEY_OVER_1024_CHARS: 'key has more than 1024 characters',
  MISSING_CHAR: 'a colon, comma, bracket, quote or space is missing',
  MULTILINE_IMPLICIT_KEY: 'key spans several lines, or its colon is missing',
  MULTIPLE_ANCHORS: 'value has several anchors',
  MULTIPLE_DOCS: 'several documents',
  MULTIPLE_TAGS: 'value has several tags',
  NON_STRING_KEY: 'key is not a string',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'tab in the indentation: use spaces',
  TAG_RESOLVE_FAILED: 'tag is not YAML, or its prefix is unknown',
  UNEXPECTED_TOKEN: 'unexpected text',
  BAD_COLLECTION_TYPE: 'tag does not match its list or mapping',
}
