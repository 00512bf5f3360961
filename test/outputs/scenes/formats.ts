/** The command as it is, and with each of these formats. */
export const inFormats = (command: string, ...formats: readonly string[]): string[] => [
  command,
  ...formats.map((format) => `${command} -o ${format}`),
]

export const asData = ['json', 'yaml'] as const
