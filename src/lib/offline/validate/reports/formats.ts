export const reportFormats = ['text', 'json', 'yaml', 'sarif', 'junit', 'github', 'tap'] as const
export type ReportFormat = (typeof reportFormats)[number]
