import type { ChatRole } from '../../definitions/roles.ts'
import type { everyPlatform } from '../../definitions/shared-fields.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'

/** Who runs steps. A viewer named by an API key may not exist: then only the name is known. */
export interface RunUser {
  readonly username: string
  readonly displayname: string
  readonly isBroadcaster: boolean
  /** An API key acts for the broadcaster and has every role. */
  readonly roles: ReadonlySet<ChatRole>
  /** The user id on the platform of the run, if known. */
  readonly id?: string
  /** The id of the viewer's row, if there is one. */
  readonly viewerId?: number
}

/** One run of the steps of a command, an automation or a cue, as variables and steps see it. */
export interface Run {
  /** The source as actor, such as `command:12`: the ledger and the log record its changes under its id. */
  readonly caller: Caller
  /** The name of the command, automation or cue, which the ledger shows as the reason of a change. */
  readonly title: string
  /** Where it was typed or happened; otherwise the first connected platform. */
  readonly platform: Platform
  /** The platforms that get the replies. */
  readonly repliesTo: readonly Platform[]
  /**
   * Where a step acts that names no platform: where it was typed or happened; otherwise on every connected platform on
   * which its source works.
   */
  readonly actsOn: readonly Platform[]
  readonly channelName: string
  readonly user: RunUser
  readonly args: string
  readonly words: readonly string[]
  /** The chat message that ran it, if one did. */
  readonly messageId: string | undefined
  /** The redemption that ran it, if one did. */
  readonly redemption: Redemption | undefined
  /** The alerts that the viewer paid for, if a viewer ran it. */
  readonly paidAlerts?: Payment | undefined
  readonly count: RunCount
  /** The data of the event that started the run, which `$(event.<field>)` reads. */
  readonly data: Readonly<Record<string, unknown>>
  /** What the last call of a web address in this run answered, which `$(response)` reads. */
  readonly response: { text: string }
}

/** The platform that a step names. Undefined: it names none. */
export type StepPlatform = Platform | typeof everyPlatform | undefined

/** By id or by name; the id wins. */
export interface CommandReference {
  readonly id?: number | undefined
  readonly command?: string | undefined
}

/** What a viewer paid for before the run, and how much of it is left. */
export interface Payment {
  /** What was paid for the alert with this id; 0 if nobody paid. */
  priceOf(id: number): number
  /** The alert was played. */
  use(id: number): void
}

/** An automation by id or by name; the id wins. */
export interface AutomationReference {
  readonly id?: number | undefined
  readonly name?: string | undefined
}

/** The number of this run among all runs of its source. Runs at the same time have different numbers. */
export interface RunCount {
  /** The same number each time. */
  get(): Promise<number>
  /** Whether the run is part of the stored number already. */
  isStored(): boolean
}

/** Adds rows to the transaction that records the run; `caller` is the run, whose id is known by then. */
export type StoreWithRun = (write: (tx: Writer, caller: Caller) => Promise<unknown>) => void

/** What a step can do in its run. */
export interface StepContext {
  readonly run: Run
  /** Set where all steps of the run only store rows, so that run and rows share one commit. */
  readonly storeWithRun?: StoreWithRun | undefined
  /** Sends a message where the source replies; the text becomes part of its response. */
  reply(text: string, options?: { readonly inThread: boolean }): Promise<StepResult>
  say(text: string, as: 'broadcaster' | 'bot', to: readonly Platform[]): Promise<StepResult>
  /** The platforms that a step means; at least one. */
  platformsOf(wanted: StepPlatform): Promise<readonly Platform[]>
  /**
   * Acts on each platform that the step means. One success is enough; the result says of each platform `done`, or the
   * code of its failure.
   */
  actOn(wanted: StepPlatform, act: (platform: Platform) => Promise<StepResult>): Promise<StepResult>
  runCommand(reference: CommandReference, args: string): Promise<StepResult>
  /** Waits, and ends early when the run is stopped. */
  pause(seconds: number): Promise<void>
  /** Runs these steps after the one that asks for it. */
  continueWith(next: NestedSteps): void
  /** Ends the run: the steps that are left are skipped. */
  end(): void
}

/** Steps inside another step. */
export interface NestedSteps {
  /** The place in their step, such as `then`. */
  readonly place: string
  readonly steps: readonly unknown[]
  readonly times?: number
}

/** What is recorded about a step that succeeded. */
export type StepResult = Readonly<Record<string, unknown>>

export interface StepOutcome {
  readonly type: string
  /** The place of the step, such as `2`; the reply of a command has none. */
  readonly path?: string
  readonly ok: boolean
  /** How long it took. */
  readonly ms?: number
  readonly detail?: StepResult
  readonly failure?: Failure
}

/** What a list of steps has done so far. */
export interface StepRun {
  readonly run: Run
  readonly context: StepContext
  readonly replies: string[]
  /** The platforms that accepted a reply. */
  readonly sentTo: Set<Platform>
  readonly outcomes: StepOutcome[]
  /** Steps that the last one asked for. */
  readonly pending: NestedSteps[]
  /** The failure after which no further step runs. */
  stoppedBy?: Failure | undefined
  /** A step ended the run. */
  isEnded?: boolean
}

/** A step begins, or has ended with this outcome. */
export interface StepProgress {
  /** The place of the step, such as `2` or `2.then.1`. */
  readonly path: string
  readonly type: string
  readonly outcome?: StepOutcome
}
