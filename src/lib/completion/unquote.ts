const part = /\\(?<escaped>[\s\S]?)|'(?<single>[^']*)'?|"(?<double>(?:\\[\s\S]|[^"\\])*)(?:"|\\?$)|(?<plain>[^\\'"]+)/g

/**
 * What bash makes of a word as it is typed: without backslashes and quotes, the last of which may still be open.
 * Variables and commands in it are not expanded: completion must never run a part of the line.
 */
export const unquote = (typed: string): string =>
  [...typed.matchAll(part)]
    .map(({ groups: { escaped, single, double, plain } = {} }) =>
      double === undefined ? (escaped ?? single ?? plain ?? '') : double.replaceAll(/\\([$`"\\\n])/g, '$1'),
    )
    .join('')
