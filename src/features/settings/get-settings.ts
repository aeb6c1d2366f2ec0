import { anyObject, list, object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { type SettingName, settingSchemas } from './definitions.ts'
import { defaultSettings } from './settings.ts'

/** Those that are drawn from their definition alone. What the overlay shows has operations of its own, with more rules. */
export const botSettings = [
  'commands',
  'excluded',
  'watch_time',
  'earning',
  'alerts',
  'auto_moderation',
  'shield',
] as const satisfies readonly SettingName[]

export const getSettings = definePanelOperation({
  name: 'get-settings',
  summary: 'Everything that can be set about the bot, with the form of each setting.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    settings: list(
      object({
        name: oneOf(botSettings),
        schema: anyObject({ description: 'JSON Schema, from which the panel draws the form.' }),
        value: anyObject(),
        usual: anyObject({ description: 'What holds when nobody has set anything.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      settings: [{ name: 'commands', schema: { type: 'object' }, value: { prefix: '!' }, usual: { prefix: '!' } }],
    },
  },
  async handle({ caller, ctx }) {
    const values = await ctx.settings.of(caller.channel.id)
    return {
      settings: botSettings.map((name) => ({
        name,
        schema: { ...settingSchemas[name] },
        value: values[name],
        usual: defaultSettings[name],
      })),
    }
  },
})
