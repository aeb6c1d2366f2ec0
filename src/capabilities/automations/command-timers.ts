import { forEachInTurns } from '../../kernel/turns.ts'
import type { Command, CommandTimer } from '../commands/command.ts'
import { commandKey } from '../commands/command-index.ts'
import type { Automation } from './automation.ts'
import type { PlatformSchedules, PlatformTimes } from './platform-schedules.ts'
import { timedCommandOf } from './timed-command.ts'
import type { TriggerIndex } from './trigger-index.ts'

export type CommandTimers = ReturnType<typeof createCommandTimers>

/** Which commands run at an interval, as `list-commands` shows it. */
export function createCommandTimers({ index, times }: { index: TriggerIndex; times: PlatformSchedules }) {
  return {
    /** By the id of the command. Of several timers, the one that was created first. */
    async of(channelId: number, commands: readonly Command[]): Promise<ReadonlyMap<number, CommandTimer>> {
      const timed = ((await index.load(channelId))?.scheduled ?? []).flatMap((automation) => {
        const reference = timedCommandOf(automation)
        return reference === undefined ? [] : [{ automation, reference }]
      })
      const timers = new Map<number, CommandTimer>()
      if (timed.length === 0) return timers
      const lastTimes = await times.lastTimes(channelId)
      const ids = new Map<string, number>()
      await forEachInTurns(commands, ({ id, command, aliases }) => {
        for (const word of [command, ...aliases]) ids.set(commandKey(word), id)
      })
      for (const { automation, reference } of timed) {
        const id = reference.id ?? ids.get(commandKey(reference.command ?? ''))
        if (id !== undefined && !timers.has(id)) timers.set(id, timerOf(automation, lastTimes))
      }
      return timers
    },
  }
}

function timerOf({ id, trigger }: Automation, times: PlatformTimes): CommandTimer {
  const { every_minutes: everyMinutes = 0, min_chat_lines: minChatLines = 0 } = trigger
  return { automationId: id, everyMinutes, minChatLines, lastAt: times.get(id) ?? new Map() }
}
