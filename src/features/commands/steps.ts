import { integer, number, object, optional, text, withDefault } from '../../contract/schema.ts'
import { chatSteps } from './chat-steps.ts'
import { overlaySteps } from './overlay-steps.ts'
import { commandReference, type StepType, step } from './step-type.ts'
import { streamSteps } from './stream-steps.ts'
import { viewerSteps } from './viewer-steps.ts'

export const maxWaitSeconds = 5

const commandSteps = {
  toggle_command: step({
    means: 'Switches another command on or off; without active the other way round.',
    example: { type: 'toggle_command', command: 'hug', active: 1 },
    fields: object({ ...commandReference, active: optional(integer({ min: 0, max: 1 })) }),
    async run({ active, ...reference }, { run }, { db, commands }) {
      const wanted = active === undefined ? undefined : active === 1
      const toggled = await db.write((tx) => commands.toggle(tx, run.caller, reference, wanted))
      return { command: toggled.command, active: toggled.active }
    },
  }),

  run_command: step({
    means: 'Runs another command, with arguments of its own.',
    example: { type: 'run_command', command: 'hello', args: '$(args)' },
    fields: object({ ...commandReference, args: withDefault(text({ max: 500, cleaning: 'line' }), '') }),
    timesItself: true,
    run: async ({ id, command, args }, stage) => stage.runCommand({ id, command }, args),
  }),

  wait: step({
    means: `Waits for so many seconds, ${maxWaitSeconds} at most.`,
    example: { type: 'wait', seconds: 1 },
    fields: object({ seconds: number({ min: 0, max: maxWaitSeconds }) }),
    async run({ seconds }) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      return { seconds }
    },
  }),
}

/** Every `type` a step can have. The variables in a step's texts are filled before it comes here. */
export const stepTypes: Readonly<Record<string, StepType>> = {
  ...chatSteps,
  ...overlaySteps,
  ...streamSteps,
  ...viewerSteps,
  ...commandSteps,
}
