import type { Fact } from '../../fact.ts'
import type { Failure } from '../../failure.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Line } from '../../tone.ts'
import type { ConnectionFlags } from '../flags/connection-flags.ts'
import { type DataFormat, serializeObjects } from '../output/serialize.ts'
import { ClusterCommand } from './cluster-command.ts'
import type { Result } from './output.ts'

/** What a verb has decided, and not done yet. */
interface Plan {
  /** What the operator may not expect, and is right. */
  readonly notes?: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Why it must not be applied; it is shown all the same, and nobody is asked. */
  readonly refusal?: Failure | undefined
}

/** What became of each target of the plan. */
interface Conclusion {
  /** One for each target, in their order; undefined: done. */
  readonly failures: readonly (Failure | undefined)[]
  /** What turned out while it was done. */
  readonly warnings?: readonly Fact[]
}

/** In place of a report: a List, or YAML documents, as `kubectl apply -f -` takes them. */
type Objects = { readonly objects: readonly object[] } & Pick<Result, 'text'>

/** What became of the plan, and what is printed of it. */
export type Applied = Conclusion & (Result | Objects)

/** How one verb writes to a cluster. */
export interface Writing<P extends Plan> {
  /** Shown while it takes long: `reading the cluster`. */
  readonly planning: string
  /** Reads and decides, and writes nothing. */
  plan(): Promise<P>
  /** The plan for people; empty when nothing would be done, and then nothing is asked. */
  describe(plan: P): readonly Line[]
  /** undefined: this plan does no harm, and nobody is asked. */
  question(plan: P): string | undefined
  /** Shown while it takes long: `waiting for the kubelets`. */
  readonly applying: string
  /** Walks the plan, with a dry run as far as that goes; one that is refused not at all: its refusal is what became of each target. */
  apply(plan: P): Promise<Applied>
}

interface WriteFlags extends ConnectionFlags {
  readonly 'dry-run': DryRunMode
  readonly yes?: boolean | undefined
  readonly output: 'text' | DataFormat
}

/**
 * A command that plans, shows the plan, asks, applies the plan and reports. A dry run shows the plan that would be applied;
 * a refusal follows the plan that it is about, and is in the report for each target.
 */
export abstract class WriteCommand extends ClusterCommand {
  protected async carryOut<P extends Plan>(flags: WriteFlags, writing: Writing<P>): Promise<void> {
    const plan = await this.during(flags, writing.planning, writing.plan())
    this.sayFacts(flags, plan)
    const question = writing.question(plan)
    const decided = flags.yes || flags['dry-run'] !== 'none' || plan.refusal !== undefined || question === undefined
    await this.confirm({ plan: writing.describe(plan), question: question ?? '', yes: decided, quiet: flags.quiet })
    const applied = await this.during(flags, writing.applying, writing.apply(plan))
    this.sayFacts(flags, { warnings: applied.warnings ?? [] })
    await this.#print(flags.output, applied)
    this.finishWith(applied.failures)
  }

  async #print(format: 'text' | DataFormat, applied: Applied): Promise<void> {
    if ('kind' in applied) await this.printResult(format, applied)
    else if (format === 'text') this.printText(applied.text())
    else this.print(await serializeObjects(format, applied.objects))
  }
}
