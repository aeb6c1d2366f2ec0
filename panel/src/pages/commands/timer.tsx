import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Timer as StoredTimer } from './draft.ts'
import { commandMessages } from './messages.ts'

interface TimerProps {
  /** The stored name of the command. */
  readonly command: string
  readonly timer: StoredTimer
}

/** The automation that runs the command at an interval, or the way to add one. */
export function Timer({ command, timer }: TimerProps) {
  if (timer === null && !may('editor')) return null
  return (
    <section class="part">
      <h3>{commandMessages.timer()}</h3>
      <p class="faint small">{commandMessages.timerHelp()}</p>
      {timer === null ? (
        <div class="row">
          <a class="button small" href={`/automations/new?command=${encodeURIComponent(command)}`}>
            <Icon name="plus" />
            {commandMessages.addTimer()}
          </a>
        </div>
      ) : (
        <p>
          <a href={`/automations/${timer.automation_id}`}>
            {timer.min_chat_lines > 0
              ? commandMessages.timerEveryWithChat({ minutes: timer.every_minutes, lines: timer.min_chat_lines })
              : commandMessages.timerEvery({ count: timer.every_minutes })}
          </a>
        </p>
      )}
    </section>
  )
}
