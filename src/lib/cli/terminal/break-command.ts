const words = /(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g

/** Break a command line into lines that a shell reads as one. Quoted words are never broken, so a line may be too long. */
export function breakCommand(command: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const [word] of command.matchAll(words)) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word} \\`.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(line === undefined ? word : `  ${word}`)
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line} \\` : line))
}
