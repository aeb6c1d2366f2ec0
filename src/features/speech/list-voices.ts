import { list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

const maxVoices = 500

export const listVoices = definePanelOperation({
  name: 'list-voices',
  summary: 'Every voice of every engine that is in use.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    voices: list(
      object({
        id: text({ description: 'As the settings name it.' }),
        engine: text(),
        name: text(),
        language: text({ description: 'Empty when a voice speaks many.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: { voices: [{ id: 'flite:slt', engine: 'flite', name: 'Slt, clear, female', language: 'en-US' }] },
  },
  async handle({ ctx }) {
    const voices = await ctx.speech.listVoices()
    return {
      voices: voices.slice(0, maxVoices).map(({ id, engine, name, language }) => ({ id, engine, name, language })),
    }
  },
})
