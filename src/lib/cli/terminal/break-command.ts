const words = /(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g

/** A command line over several lines that a shell takes for one: none breaks a quoted word, however long that is. */
export function breakCommand(command: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const [word] of command.matchAll(words)) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word} \\`.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(line === undefined ? word : `  ${word}`)
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line} \\` : line))
}
