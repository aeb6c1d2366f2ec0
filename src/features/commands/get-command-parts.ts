import { chatRoles } from '../../contract/roles.ts'
import { anyObject, integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { stepTypes } from './steps.ts'
import { variables } from './variables.ts'

const maxNamed = 1000

export const getCommandParts = definePanelOperation({
  name: 'get-command-parts',
  summary: 'What commands are made of: kinds of steps, variables, roles, and what steps can name.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    prefix: text({ description: 'What a chat line needs in front of a command.' }),
    roles: list(text()),
    step_types: list(
      object({ type: text(), means: text(), example: anyObject(), fields: anyObject({ description: 'JSON Schema.' }) }),
    ),
    variables: list(object({ name: text(), usage: text(), means: text() })),
    alerts: list(object({ id: integer(), name: text() })),
    effects: list(object({ overlay_id: text(), name: text() })),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      prefix: '!',
      roles: ['everyone', 'moderator'],
      step_types: [
        { type: 'wait', means: 'Waits for so many seconds.', example: { type: 'wait', seconds: 1 }, fields: {} },
      ],
      variables: [{ name: 'user', usage: '$(user)', means: 'The name of who runs the command.' }],
      alerts: [{ id: 1, name: 'Tada' }],
      effects: [{ overlay_id: 'confetti', name: 'Confetti' }],
    },
  },
  async handle({ caller, ctx }) {
    const { channel } = caller
    const [settings, alerts, effects] = await Promise.all([
      ctx.settings.of(channel.id),
      ctx.alerts.list(channel, { status: 'all', limit: maxNamed, offset: 0 }),
      ctx.effects.list(channel),
    ])
    return {
      prefix: settings.commands.prefix,
      roles: ['everyone', ...chatRoles],
      step_types: Object.entries(stepTypes).map(([type, { means, example, fields }]) => ({
        type,
        means,
        example,
        fields: { ...fields },
      })),
      variables: Object.entries(variables).map(([name, { usage, means }]) => ({ name, usage, means })),
      alerts: alerts.items.map(({ id, name }) => ({ id, name })),
      effects: effects.items.map(({ overlayId, name }) => ({ overlay_id: overlayId, name })),
    }
  },
})
