import type { Leadership } from './leader-elector.ts'

/**
 * What a process that leads no more may still call: `always`, or the calls for which the function says so. What is not
 * named is taken for a write: a new method, and a new port, is guarded before anybody thinks of it.
 */
export type Unguarded<Ports> = {
  readonly [Name in keyof Ports]?:
    | 'always'
    | (Ports[Name] extends (...args: infer Arguments) => unknown
        ? (...args: Arguments) => boolean
        : Ports[Name] extends object
          ? Unguarded<Ports[Name]>
          : never)
}

type Method = (...args: unknown[]) => unknown
type Rule = 'always' | ((...args: unknown[]) => boolean) | Rules | undefined
interface Rules {
  readonly [name: string]: Rule
}

/**
 * The same ports for a leader: the one door through which its writes go. Whether it still leads is asked before each call
 * that is not named, right then.
 */
export function guardWrites<Ports extends object>(
  ports: Ports,
  unguarded: Unguarded<Ports>,
  { confirm }: Pick<Leadership, 'confirm'>,
): Ports {
  const rules = unguarded as Rules
  const guarded = Object.entries(ports).map(([name, value]: [string, unknown]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (typeof value === 'function')
      return [name, guardMethod((...args) => Reflect.apply(value, ports, args), rule, confirm)]
    if (typeof value !== 'object' || value === null || rule === 'always') return [name, value]
    return [name, guardWrites(value, typeof rule === 'object' ? rule : {}, { confirm })]
  })
  return Object.fromEntries(guarded) as Ports
}

function guardMethod(method: Method, rule: Rule, confirm: () => void): Method {
  if (rule === 'always') return method
  return async (...args) => {
    if (typeof rule !== 'function' || !rule(...args)) confirm()
    return method(...args)
  }
}
