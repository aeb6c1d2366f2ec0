import type { Caller } from '../../caller.ts'
import type { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { ChatRole } from '../../contract/roles.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { Command } from './command.ts'
import type { CommandReference } from './commands.ts'

/** Who runs a command. A viewer named by an API key may not exist: then only the name is known. */
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

/** One run of a command, as variables and steps see it. */
export interface Run {
  /** The command as actor: the ledger and the log record its changes under its id. */
  readonly caller: Caller
  readonly command: Command
  /** Where it was typed; for API keys the first connected platform. */
  readonly platform: Platform
  /** The platforms that get the replies. */
  readonly repliesTo: readonly Platform[]
  readonly channelName: string
  readonly user: RunUser
  readonly args: string
  readonly words: readonly string[]
  /** The chat message that ran it, if one did. */
  readonly messageId: string | undefined
  /** The redemption that ran it, if one did. */
  readonly redemption: Redemption | undefined
  readonly count: RunCount
}

/** The number of this run among all runs of its command. Runs at the same time have different numbers. */
export interface RunCount {
  /** The same number each time. */
  get(): Promise<number>
  /** Whether the run is part of the stored number already. */
  isStored(): boolean
}

/** What a step can do in its run. */
export interface StepContext {
  readonly run: Run
  /** Sends a message where the command replies; the text becomes part of its response. */
  reply(text: string, options?: { readonly inThread: boolean }): Promise<StepResult>
  say(text: string, as: 'broadcaster' | 'bot', to: readonly Platform[]): Promise<StepResult>
  runCommand(reference: CommandReference, args: string): Promise<StepResult>
}

/** What is recorded about a step that succeeded. */
export type StepResult = Readonly<Record<string, unknown>>

export interface StepOutcome {
  readonly type: string
  readonly ok: boolean
  readonly detail?: StepResult
  readonly failure?: Failure
}
