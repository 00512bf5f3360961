import pMap from 'p-map'
import type { Right } from '../../../src/lib/admission/right.ts'
import type { Answer, Impersonated } from './api.ts'
import { offKey, type Switch } from './switches.ts'
import type { Thing } from './thing.ts'
import { type Case, casesOf, type Subject, type World } from './walk.ts'

/** Somebody whom RBAC grants everything, so that only policies deny. */
export interface Limited {
  readonly subject: Omit<Subject, 'who' | 'rights'>
  readonly who: Impersonated
}

/** A request that a policy denies. */
export interface Denial {
  readonly one: Case
  readonly who: Impersonated
  readonly policy: string
  readonly message: string
}

const concurrency = 12

/** Of ServiceAccounts, policies are about tokens only. */
const written = ({ resource }: Thing) => (resource === 'serviceaccounts' ? ['token'] : ['', 'status', 'resize'])
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

const everything = (world: World, thing: Thing): Right => ({
  ...{ where: thing.namespace, group: thing.group, names: [thing.name], verbs, changes: [], creates: [], purpose: '' },
  resources: [...world.subresources(thing).keys()]
    .filter((subresource) => written(thing).includes(subresource))
    .map((subresource) => (subresource === '' ? thing.resource : `${thing.resource}/${subresource}`)),
})

/** Every way in which they could write. */
export const writesOf = (world: World, { subject, who }: Limited): Promise<readonly Case[]> =>
  casesOf(world, {
    ...subject,
    who,
    isBrief: true,
    hasAll: true,
    rights: subject.things.map((thing) => everything(world, thing)),
  })

/** Those that a policy denies. */
export async function denialsOf(world: World, who: Impersonated, cases: readonly Case[]): Promise<readonly Denial[]> {
  const found = await pMap(
    cases,
    async (one) => {
      const denial = deniedBy(await ask(world, one, who))
      return denial ? [{ one, who, ...denial }] : []
    },
    { concurrency },
  )
  return found.flat()
}

const switchedOff = (who: Impersonated, { id }: Switch): Impersonated => ({
  ...who,
  extra: { ...who.extra, [offKey]: [...(who.extra?.[offKey] ?? []), id] },
})

/** Does the policy no longer deny one of the requests without the condition, or only by an error? Another may deny it. */
export const isMissed = (world: World, off: Switch, denials: readonly Denial[]): Promise<string | undefined> =>
  first(concerning(off, denials), async ({ one, who }) => {
    const answer = await ask(world, one, switchedOff(who, off))
    if (answer === undefined) return undefined
    const denied = deniedBy(answer)
    const isOfOther = denied !== undefined && denied.policy !== off.policy
    return isAdmitted(answer) || isError(answer) || isOfOther ? one.what : undefined
  })

/** Those that the condition can be the reason of. */
export const concerning = (off: Switch, denials: readonly Denial[]): readonly Denial[] =>
  denials.filter(({ policy, message }) => policy === off.policy && (off.kind === 'reach' || message === off.message))

/** Does the policy deny a request of somebody else without the condition that limits it? */
export async function isTooMuch(
  world: World,
  off: Switch,
  cases: readonly Case[],
  others: readonly Impersonated[],
): Promise<string | undefined> {
  const isDenied = (answer: Answer | undefined) =>
    Boolean(answer?.body.message?.includes(`ValidatingAdmissionPolicy '${off.policy}'`))
  return first(
    cases.flatMap((one) => others.map((who) => ({ one, who }))),
    async ({ one, who }) =>
      isDenied(await ask(world, one, switchedOff(who, off))) && !isDenied(await ask(world, one, who))
        ? `${who.user}: ${one.what}`
        : undefined,
  )
}

/** Some at a time: the first that has an answer ends it. Those that differ most are far apart. */
async function first<Of>(of: readonly Of[], answer: (one: Of) => Promise<string | undefined>) {
  const spread = of.map((one, place) => ({ one, key: (place * 7919) % of.length })).toSorted((a, b) => a.key - b.key)
  for (let at = 0; at < spread.length; at += concurrency) {
    const found = await Promise.all(spread.slice(at, at + concurrency).map(({ one }) => answer(one)))
    const some = found.find((text) => text !== undefined)
    if (some !== undefined) return some
  }
  return undefined
}

/** What exists already is told after all policies were asked. */
const isAdmitted = ({ status, body }: Answer): boolean => status < 300 || body.reason === 'AlreadyExists'

const isError = (answer: Answer | undefined): boolean =>
  /resulted in error|no such (key|overload)/.test(answer?.body.message ?? '')

function deniedBy(answer: Answer | undefined): Pick<Denial, 'policy' | 'message'> | undefined {
  if (answer?.status !== 403 || isError(answer)) return undefined
  const [, policy, message] =
    /ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: (.*)$/s.exec(answer.body.message ?? '') ??
    []
  return policy === undefined || message === undefined ? undefined : { policy, message }
}

/** As a dry run; once more where another client has just written the object. */
async function ask(world: World, one: Case, who: Impersonated): Promise<Answer | undefined> {
  for (const isAnew of [false, true]) {
    const asked = one.asked(await world.read(one.thing, isAnew))
    if (asked === undefined) return undefined
    const answer = await world.send(who, asked)
    if (answer.status !== 409 || isAnew) return answer
  }
  return undefined
}
