import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure, type FailureCode } from '../../kernel/operation/contract/failures.ts'
import { splitAtWords } from '../../kernel/schema/text.ts'
import { byPlatform, type Platform } from '../../platforms/contract/platforms.ts'
import type { StepChat } from './chat-lines.ts'
import type { Execution } from './execution.ts'
import type { StepResult } from './run.ts'

/** A platform that does not respond must leave time for the steps. */
const maxSendMs = 4_000
/** The longest message of each platform. A text that needs more than `maxLines` messages is cut. */
export const maxLineLengths = byPlatform(({ maxMessageLength }) => maxMessageLength)
export const maxLines = 3

/** For each platform `sent`, or the code of the failure. */
export interface ChatResult extends StepResult {
  readonly platforms: Readonly<Partial<Record<Platform, 'sent' | FailureCode>>>
}

/** Sends a text to several platforms at once; fails only if none of them accepted it. */
export async function sendToChat(
  { chat, execution, caller }: { chat: StepChat; execution: Execution; caller: Caller },
  to: readonly Platform[],
  as: 'broadcaster' | 'bot',
  text: string,
  /** The message to reply to; only its own platform can, and the others get a plain message. */
  replyTo?: { readonly platform: Platform; readonly messageId: string },
): Promise<ChatResult> {
  const failures = await Promise.all(
    to.map((platform) =>
      execution
        .inTime(async () => {
          const isThere = replyTo?.platform === platform && (await chat.canReply(caller, platform))
          const thread = isThere ? { replyTo: replyTo.messageId } : {}
          for (const part of splitAtWords(text, maxLineLengths[platform], maxLines)) {
            const line = { platform, text: part, as, ...thread }
            const { messageId } = await chat.send(caller, line)
            execution.records().sent.push({ caller, line: { ...line, messageId } })
          }
        }, maxSendMs)
        .then(() => undefined, asFailure),
    ),
  )
  const [first] = failures
  if (first !== undefined && failures.every((failure) => failure !== undefined)) {
    // A message that may have been sent must not be retried, so its failure is thrown before all others.
    throw failures.find((failure) => failure?.mayHaveHappened) ?? first
  }
  return { platforms: Object.fromEntries(to.map((platform, index) => [platform, failures[index]?.code ?? 'sent'])) }
}

/** An unexpected error on one platform must not stop the others. */
function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal_error', { cause: error })
}
