/** As Go's JSON prints a float64: like JavaScript, except for the sign of zero. */
export const float64Text = (value: number): string => (Object.is(value, -0) ? '-0' : `${value}`)
