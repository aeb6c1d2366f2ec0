import { everyPlatform } from '../../definitions/shared-fields.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { requireAny } from '../../platforms/require-any.ts'
import type { StepChat } from './chat-lines.ts'
import type { Execution } from './execution.ts'
import type { Run, StepContext, StepPlatform, StepResult, StepRun } from './run.ts'
import { sendToChat } from './send-to-chat.ts'
import type { Origin, RunNested, StepSource } from './step-source.ts'

/** What the handler of a step can do with its run: reply, act on platforms, run a command, continue with other steps. */
export function createStepContexts(needs: {
  readonly chat: StepChat
  /** The platforms that the channel has connected. */
  readonly connectedOf: (channelId: number) => Promise<readonly Platform[]>
  readonly runNested: RunNested
  readonly asFailure: (error: unknown) => Failure
}) {
  const { chat, connectedOf, runNested, asFailure } = needs

  return function contextOf(
    execution: Execution,
    run: Run,
    source: StepSource,
    origin: Origin,
    steps: Pick<StepRun, 'replies' | 'sentTo' | 'pending' | 'isEnded'>,
  ): StepContext {
    const { replies, sentTo } = steps
    const voice = { chat, execution, caller: run.caller }
    const { platform, messageId } = run
    const typed = messageId === undefined ? undefined : { platform, messageId }
    const say = async (text: string, as: 'broadcaster' | 'bot', to: readonly Platform[], replyTo?: typeof typed) => {
      // A command without platforms sends nothing; one whose platforms have no account is an error.
      if (to.length === 0 && source.platforms.length > 0) throw new Failure('platform_not_connected')
      return sendToChat(voice, to, as, text, replyTo)
    }
    const platformsOf = async (wanted: StepPlatform) => {
      const named = wanted === everyPlatform ? await connectedOf(run.caller.channel.id) : wanted && [wanted]
      const found = named ?? run.actsOn
      if (found.length === 0) throw new Failure('platform_not_connected')
      return found
    }
    return {
      run,
      say,
      platformsOf,
      async actOn(wanted, act) {
        const attempts = (await platformsOf(wanted)).map((platform) =>
          execution
            .inTime(() => act(platform))
            .then(
              (result): PlatformOutcome => ({ platform, result }),
              (error: unknown): PlatformOutcome => ({ platform, failure: asFailure(error) }),
            ),
        )
        return resultOf(requireAny(await Promise.all(attempts)))
      },
      async reply(text, { inThread } = { inThread: false }) {
        replies.push(text)
        if (origin.isAnsweredElsewhere === true) return { platforms: {} }
        const result = await say(text, 'bot', run.repliesTo, inThread ? typed : undefined)
        for (const platform of run.repliesTo) if (result.platforms[platform] === 'sent') sentTo.add(platform)
        return result
      },
      runCommand: (reference, args) => runNested(execution, run.caller, origin, reference, args),
      pause: execution.pause,
      continueWith: (next) => void steps.pending.push(next),
      end() {
        steps.isEnded = true
      },
    }
  }
}

interface PlatformOutcome {
  readonly platform: Platform
  readonly result?: StepResult
  readonly failure?: Failure
}

/** What the first platform answered that did it, and what came of each. */
function resultOf(outcomes: readonly PlatformOutcome[]): StepResult {
  const platforms = outcomes.map(({ platform, failure }) => [platform, failure?.code ?? 'done'] as const)
  return { ...outcomes.find(({ result }) => result !== undefined)?.result, platforms: Object.fromEntries(platforms) }
}
