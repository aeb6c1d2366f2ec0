import { defaultsOf } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { automationRun, type WrittenAutomation } from './automations.ts'

const timerMessages = defineMessages('automations.timers', { name: 'Timer: {command}' })

/** Runs a command at an interval on each platform, while it is live there. */
export function commandTimer(command: string, everyMinutes: number, minChatLines: number) {
  return {
    version: 1,
    name: timerMessages.name({ command }),
    active: 1,
    trigger: { type: 'schedule', every_minutes: everyMinutes, min_chat_lines: minChatLines, each_platform: 1 },
    conditions: [],
    run: { ...defaultsOf(automationRun), only_live: 1 },
    steps: [{ type: 'run_command', command }],
  } satisfies WrittenAutomation
}
