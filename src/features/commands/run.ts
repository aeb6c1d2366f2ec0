import type { Caller } from '../../caller.ts'
import type { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { ChatRole } from '../../contract/roles.ts'
import type { Command } from './command.ts'
import type { CommandReference } from './commands.ts'

/** Who runs a command. Somebody named by a key need not exist: then there is only the name. */
export interface RunUser {
  readonly username: string
  readonly displayname: string
  readonly isBroadcaster: boolean
  /** Whoever holds a key speaks for the broadcaster, and so has every role. */
  readonly roles: ReadonlySet<ChatRole>
  /** On the run's platform, where it is known. */
  readonly id?: string
  /** In our own rows, where there is one. */
  readonly viewerId?: number
}

/** One command on its way, as variables and steps see it. */
export interface Run {
  /** Acts as the command: what it does stands in the ledger and the log under its id. */
  readonly caller: Caller
  readonly command: Command
  /** Where it was typed, or where the broadcaster is at home when a key runs it. */
  readonly platform: Platform
  /** Where its replies go. */
  readonly repliesTo: readonly Platform[]
  readonly channelName: string
  readonly user: RunUser
  readonly args: string
  readonly words: readonly string[]
  /** The chat line that asked for it, when one did. */
  readonly messageId: string | undefined
}

/** What a step can do with the run it is part of. */
export interface StepContext {
  readonly run: Run
  /** Speaks where the command replies; the text becomes part of its response. */
  reply(text: string): Promise<StepResult>
  say(text: string, as: 'broadcaster' | 'bot', to: readonly Platform[]): Promise<StepResult>
  runCommand(reference: CommandReference, args: string): Promise<StepResult>
}

/** What there is to tell of a step that worked. */
export type StepResult = Readonly<Record<string, unknown>>

export interface Outcome {
  readonly type: string
  readonly ok: boolean
  readonly detail?: StepResult
  readonly failure?: Failure
}
