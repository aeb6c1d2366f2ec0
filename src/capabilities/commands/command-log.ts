import { nameKey } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import type { EventTexts } from '../../registry/events.ts'
import type { Events } from '../events/events.ts'
import type { RanCommand } from '../steps/execution.ts'
import type { StepOutcome } from '../steps/run.ts'
import type { Commands } from './commands.ts'

/** Records the commands that ran: their count, their event and what their steps did. */
export function createCommandLog(needs: {
  readonly commands: Commands
  readonly events: Events
  /** Keeps what the run did, for seven days. */
  readonly recordRun: (tx: Writer, ran: RanCommand) => Promise<void>
}) {
  const { commands, events, recordRun } = needs

  /** The run of the first command may have been remembered before it began. */
  return async function writeCommands(
    tx: Writer,
    ran: readonly RanCommand[],
    isFirstRemembered: boolean,
  ): Promise<void> {
    for (const [index, one] of ran.entries()) {
      const { by, command, depth, steps } = one
      const { run, replies, outcomes } = steps
      const { platform, user, args } = run
      if (index > 0 || !isFirstRemembered) {
        const { id = nameKey(user.username), viewerId } = user
        await commands.rememberRun(tx, by.channel.id, command.id, { id, viewerId }, run.count.isStored())
      }
      await events.appendNew(tx, by, {
        kind: 'command.ran',
        platform,
        ...(user.viewerId === undefined ? {} : { viewerId: user.viewerId }),
        data: {
          id: command.id,
          command: command.command,
          ...(user.id === undefined ? {} : { user_id: user.id }),
          username: user.username,
          args,
          depth,
          response: replies.join(' '),
          steps: outcomes.map(({ type, ok, detail, failure }) => ({
            type,
            ok,
            ...detail,
            ...(failure === undefined ? {} : { error: failure.code, message: failure.message }),
          })),
        },
        texts: textsOf(outcomes),
      })
      await recordRun(tx, one)
    }
  }
}

/** Why steps failed, for readers in other languages. */
function textsOf(outcomes: readonly StepOutcome[]): EventTexts | undefined {
  const texts = outcomes.flatMap(({ failure }, index) =>
    failure === undefined ? [] : [[`steps.${index}.message`, storeText(failure.text)] as const],
  )
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}
