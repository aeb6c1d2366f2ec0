import { Failure } from '../contract/failures.ts'
import { anyObject, list, object, oneOf, text } from '../contract/schema.ts'
import { patternOf } from '../features/commands/patterns.ts'
import { type SettingName, settingSchemas } from '../features/settings/definitions.ts'
import { defaultSettings } from '../features/settings/settings.ts'
import { definePanelOperation } from '../operation.ts'

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

export const saveSetting = definePanelOperation({
  name: 'save-setting',
  summary: 'Sets one setting of the bot as a whole.',
  role: 'editor',
  effect: 'rows',
  input: object({
    name: oneOf(botSettings, { description: 'Which one.' }),
    value: anyObject({ description: 'All of it; what is left out goes back to its default.' }),
  }),
  output: object({ value: anyObject() }),
  failures: ['invalid_parameter'],
  example: { input: { name: 'commands', value: { prefix: '?' } }, output: { value: { prefix: '?' } } },
  async handle({ input, caller, ctx, commit }) {
    const { name, value } = input
    if (name === 'auto_moderation') await requirePatterns(value)
    return commit(async (tx) => ({ value: { ...(await ctx.settings.set(tx, caller, name, value)) } }))
  },
})

/** A pattern that cannot be read would never fit, and nobody would know. */
async function requirePatterns(value: Readonly<Record<string, unknown>>): Promise<void> {
  const { patterns } = (value.words ?? {}) as { patterns?: unknown }
  if (!Array.isArray(patterns)) return
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string') continue
    try {
      await patternOf(pattern)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const path = `words.patterns[${index}]`
      const message = `${path}: ${error.message}`
      throw new Failure('invalid_parameter', { message, details: [{ path, message }] })
    }
  }
}

export const setTimeZone = definePanelOperation({
  name: 'set-time-zone',
  summary: "Sets the channel's time zone, by which days are counted.",
  role: 'editor',
  effect: 'rows',
  input: object({
    time_zone: text({ min: 1, max: 64, cleaning: 'name', description: 'A name such as Europe/Berlin.' }),
  }),
  output: object({ time_zone: text() }),
  failures: ['invalid_parameter'],
  example: { input: { time_zone: 'Europe/Berlin' }, output: { time_zone: 'Europe/Berlin' } },
  async handle({ input, caller, ctx, commit }) {
    const timeZone = zoneNamed(input.time_zone)
    return commit(async (tx) => {
      await ctx.channels.setTimeZone(tx, caller.channel, timeZone)
      await ctx.events.appendNew(tx, caller, { kind: 'channel.time-zone-changed', data: { time_zone: timeZone } })
      return { time_zone: timeZone }
    })
  },
})

/** As its own list writes it. An offset such as +02:00 knows no summer, so names alone are taken. */
function zoneNamed(written: string): string {
  try {
    if (/^[A-Za-z]/.test(written))
      return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {}
  throw new Failure('invalid_parameter', { message: `time_zone must be a name such as Europe/Berlin, not ${written}.` })
}
