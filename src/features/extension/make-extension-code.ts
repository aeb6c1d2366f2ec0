import { integer, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const makeExtensionCode = definePanelOperation({
  name: 'make-extension-code',
  summary: 'A code that pairs one browser with this channel. It works once, for ten minutes.',
  role: 'editor',
  effect: 'rows',
  input: object({}),
  output: object({ code: text(), expires_at: integer(), server_url: text() }),
  failures: [],
  example: {
    input: {},
    output: { code: 'K7QM-2XRD', expires_at: 1_763_000_600_000, server_url: 'http://127.0.0.1:4400' },
  },
  async handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      const { code, expiresAt } = await ctx.extension.pairings.makeCode(tx, caller)
      return { code, expires_at: expiresAt, server_url: ctx.baseUrl() }
    })
  },
})
