import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import { byPlatform, type Platform } from '../../contract/platforms.ts'
import { splitAtWords } from '../../contract/text.ts'
import type { Chat } from '../chat/chat.ts'
import type { Execution } from './execution.ts'
import type { StepResult } from './run.ts'

/** So that a platform that hangs leaves time for the steps. */
const maxSendMs = 4_000
/** What each platform takes in one line. A text that needs more lines than these is cut. */
export const maxLineLengths = byPlatform(({ maxMessageLength }) => maxMessageLength)
export const maxLines = 3

/** Says a text on several platforms at once; it fails only when none of them took it. */
export async function sendToChat(
  { chat, execution, caller }: { chat: Chat; execution: Execution; caller: Caller },
  to: readonly Platform[],
  as: 'broadcaster' | 'bot',
  text: string,
): Promise<StepResult> {
  const failures = await Promise.all(
    to.map((platform) =>
      execution
        .inTime(async () => {
          for (const part of splitAtWords(text, maxLineLengths[platform], maxLines)) {
            const line = { platform, text: part, as }
            const { messageId } = await chat.send(caller, line)
            execution.sent.push({ caller, line: { ...line, messageId } })
          }
        }, maxSendMs)
        .then(() => undefined, asFailure),
    ),
  )
  const [first] = failures
  if (first !== undefined && failures.every((failure) => failure !== undefined)) {
    // The one that may have got through after all must not be tried again, so it speaks for all.
    throw failures.find((failure) => failure?.mayHaveHappened) ?? first
  }
  return { platforms: Object.fromEntries(to.map((platform, index) => [platform, failures[index]?.code ?? 'sent'])) }
}

/** Whatever else goes wrong is no reason to keep the other platforms silent. */
function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal_error', { cause: error })
}
