import { defineStep } from '../../../definitions/define-step.ts'
import { commandReference } from '../../../definitions/shared-fields.ts'
import { maxLongWaitSeconds, maxWaitSeconds } from '../../../definitions/waits.ts'
import { integer, number, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

export const commandSteps = [
  defineStep({
    type: 'toggle_command',
    group: 'commands',
    icon: 'settings',
    title: 'Turn command on or off',
    help: 'Turns another command on or off; toggles it without active.',
    input: object(
      {
        ...commandReference,
        active: optional(integer({ title: 'State', min: 0, max: 1, titles: { 1: 'On', 0: 'Off' } })),
      },
      { needsOne: [['command', 'id']] },
    ),
    needs: ['commands:write'],
    example: { type: 'toggle_command', command: 'hug', active: 1 },
    sentence: 'Turn the command {command}[{id}] on or off[: {active}]',
  }),

  defineStep({
    type: 'run_command',
    group: 'commands',
    icon: 'play',
    title: 'Run command',
    help: 'Runs another command with its own arguments.',
    input: object(
      { ...commandReference, args: withDefault(text({ title: 'Arguments', max: 500, cleaning: 'line' }), '') },
      { needsOne: [['command', 'id']] },
    ),
    needs: ['commands:run'],
    example: { type: 'run_command', command: 'hello', args: '$(args)' },
    sentence: 'Run the command {command}[{id}][ {args}]',
  }),

  defineStep({
    type: 'wait',
    group: 'commands',
    icon: 'pause',
    title: 'Wait',
    help: `Waits for a number of seconds, at most ${maxWaitSeconds} in a command and ${maxLongWaitSeconds} in an automation.`,
    input: object({ seconds: number({ title: 'Seconds', min: 0, max: maxLongWaitSeconds }) }),
    needs: [],
    example: { type: 'wait', seconds: 1 },
    sentence: 'Wait {seconds} s',
  }),
] as const
