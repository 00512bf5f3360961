/** Quantities by resource name. */
export type Quantities = Readonly<Record<string, string>>
