import { Failure } from '../../contract/failures.ts'
import { anyObject, object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { patternOf } from '../commands/patterns.ts'
import { botSettings } from './get-settings.ts'

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
