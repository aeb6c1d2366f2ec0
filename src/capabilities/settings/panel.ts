import { Failure } from '../../kernel/operation/contract/failures.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { anyObject, list, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { formSettings } from '../../registry/settings.ts'
import { commandErrors } from '../steps/messages.ts'
import { patternLimits, patternOf } from '../steps/patterns.ts'

const panelErrors = defineMessages('errors.panel', {
  at: '{path}: {problem}',
  timeZone: 'time_zone must be a name such as Europe/Berlin, not {written}.',
})

const names = formSettings.map(({ name }) => name)

export const getSettings = definePanelOperation({
  name: 'get-settings',
  summary: 'Returns the settings of the bot.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ settings: list(object({ name: oneOf(names), value: anyObject() })) }),
  failures: [],
  example: { input: {}, output: { settings: [{ name: 'commands', value: { prefix: '!' } }] } },
  async handle({ caller, ctx }) {
    const values = await ctx.settings.of(caller.channel.id)
    return { settings: names.map((name) => ({ name, value: values[name] })) }
  },
})

const saveSettingUnchecked = definePanelOperation({
  name: 'save-setting',
  summary: 'Replaces one setting of the bot.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    name: oneOf(names, { description: 'The setting.' }),
    value: anyObject({ description: 'All of its fields; a field that is left out gets its default.' }),
  }),
  output: object({ value: anyObject() }),
  failures: ['invalid_parameter', 'missing_role'],
  example: { input: { name: 'commands', value: { prefix: '?' } }, output: { value: { prefix: '?' } } },
  async handle({ input, caller, ctx, commit }) {
    const { name, value } = input
    const role = formSettings.find((setting) => setting.name === name)?.role ?? 'owner'
    if (!reaches(caller.role, role)) throw new Failure('missing_role', { fields: { required_role: role } })
    if (name === 'auto_moderation') await requirePatterns(value)
    return commit(async (tx) => ({ value: { ...(await ctx.settings.set(tx, caller, name, value)) } }))
  },
})

export const saveSetting = ifUnchanged(
  saveSettingUnchecked,
  async ({ name }, { reader, caller, ctx }) => (await ctx.settings.readIn(reader, caller.channel.id))[name],
)

/** A pattern that is invalid or too complex would silently never match, so it is refused here. */
async function requirePatterns(value: Readonly<Record<string, unknown>>): Promise<void> {
  const { patterns } = (value.words ?? {}) as { patterns?: unknown }
  if (!Array.isArray(patterns)) return
  let size = 0
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string') continue
    try {
      size += (await patternOf(pattern)).size
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const path = `words.patterns[${index}]`
      const message = panelErrors.at.of({ path, problem: error.text })
      throw new Failure('invalid_parameter', { message, details: [{ path, message }] })
    }
  }
  const max = patternLimits.moderationSize
  if (size <= max) return
  const path = 'words.patterns'
  const message = panelErrors.at.of({ path, problem: commandErrors.patternsTooComplex.of({ size, max }) })
  throw new Failure('invalid_parameter', { message, details: [{ path, message }] })
}

const setTimeZoneUnchecked = definePanelOperation({
  name: 'set-time-zone',
  summary: "Sets the channel's time zone, which defines its days.",
  role: 'editor',
  grants: 'nothing',
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

export const setTimeZone = ifUnchanged(setTimeZoneUnchecked, async (_input, { reader, caller, ctx }) => ({
  time_zone: await ctx.channels.timeZoneOf(reader, caller.channel),
}))

/** The canonical name. Offsets such as +02:00 are refused, because they have no daylight saving time. */
function zoneNamed(written: string): string {
  try {
    if (/^[A-Za-z]/.test(written))
      return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {}
  throw new Failure('invalid_parameter', { message: panelErrors.timeZone.of({ written }) })
}
