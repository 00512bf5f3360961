import type { Fact } from '../../message/fact.ts'
import type { Failure, FailureCode } from '../../message/failure.ts'
import type { Line } from '../../message/line.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { ConnectionFlags } from '../flags/connection-flags.ts'
import { type DataFormat, serializeObjects } from '../output/serialize.ts'
import { ClusterCommand } from './cluster-command.ts'
import type { Result } from './output.ts'

/** What a command has decided but not done yet. */
interface Plan {
  /** Good to know, and expected. */
  readonly notes?: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Why the plan must not be applied. It is still shown, without a question. */
  readonly refusal?: Failure | undefined
}

/** What became of each target of the plan. */
interface Conclusion {
  /** One per target, in their order; undefined: done. */
  readonly failures: readonly (Failure | undefined)[]
  /** The outcome of the command, when it is not that of the failures together. */
  readonly end?: FailureCode | undefined
  /** Found while the plan was applied. */
  readonly notes?: readonly Fact[]
  readonly warnings?: readonly Fact[]
}

/** Printed instead of a report: a List, or YAML documents, for `kubectl apply -f -`. */
type Objects = { readonly objects: readonly object[] } & Pick<Result, 'text'>

/** Of commands that print for people only. */
type TextOnly = Pick<Result, 'text'>

/** The outcome of a plan, and what is printed about it. */
export type Applied = Conclusion & (Result | Objects | TextOnly)

/** How one command writes to a cluster. */
export interface Writing<P extends Plan> {
  /** Shown when `plan` takes long: `reading the cluster`. */
  readonly planning: string
  /** Reads and decides. Writes nothing. */
  plan(): Promise<P>
  /** The plan for people. Empty when there is nothing to do; then nothing is asked. */
  describe(plan: P): readonly Line[]
  /** undefined: the plan is harmless and needs no confirmation. */
  question(plan: P): string | undefined
  /** Shown when `apply` takes long: `waiting for the kubelets`. */
  readonly applying: string
  /** Applies the plan, as far as --dry-run allows. A refused plan is not applied: each target gets the refusal as outcome. */
  apply(plan: P): Promise<Applied>
}

interface WriteFlags extends ConnectionFlags {
  readonly 'dry-run': DryRunMode
  readonly yes?: boolean | undefined
  readonly output: 'text' | DataFormat
}

/**
 * A command that plans, shows the plan, asks for confirmation, applies the plan and reports. A dry run prints the same plan,
 * as data on stdout; otherwise it is on stderr, beside the question.
 * A refusal is printed after the plan, and the report has it for each target.
 */
export abstract class WriteCommand extends ClusterCommand {
  protected async carryOut<P extends Plan>(flags: WriteFlags, writing: Writing<P>): Promise<void> {
    const plan = await this.during(flags, writing.planning, writing.plan())
    await this.sayFacts(flags, plan)
    const described = writing.describe(plan)
    const question = writing.question(plan)
    const decided = flags.yes || flags['dry-run'] !== 'none' || plan.refusal !== undefined || question === undefined
    const asked = `${this.whereabouts}${question ?? ''}`
    // The plan of a dry run is its result.
    if (flags['dry-run'] !== 'none' && flags.output === 'text') this.printText(described)
    else await this.confirm({ plan: described, question: asked, yes: decided, quiet: flags.quiet })
    const applied = await this.during(flags, writing.applying, writing.apply(plan))
    await this.sayFacts(flags, { notes: applied.notes ?? [], warnings: applied.warnings ?? [] })
    await this.#print(flags.output, applied)
    await this.finishWith(applied.failures, applied.end)
  }

  async #print(format: 'text' | DataFormat, applied: Applied): Promise<void> {
    if ('kind' in applied) await this.printResult(format, applied)
    else if (format === 'text' || !('objects' in applied)) this.printText(applied.text())
    else this.print(await serializeObjects(format, applied.objects))
  }
}
