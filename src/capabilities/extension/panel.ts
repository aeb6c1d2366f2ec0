import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, text } from '../../kernel/schema/schema.ts'
import { extensionArchivePath } from './extension-archive.ts'

export const getExtension = definePanelOperation({
  name: 'get-extension',
  summary: 'Returns the browsers paired for clips on Kick, and whether one is ready.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    tab_open: boolean({ description: 'Whether a Kick page is open in one of them.' }),
    server_url: text({ description: 'What to enter in the extension.' }),
    download_url: text(),
    pairings: list(
      object({
        id: text(),
        browser: text(),
        version: text({ description: 'The version of the extension.' }),
        paired_at: integer(),
        seen_at: nullable(integer({ description: 'When it last connected.' })),
        connected: boolean(),
        tab_open: boolean(),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      connected: false,
      tab_open: false,
      server_url: 'http://127.0.0.1:4400',
      download_url: extensionArchivePath,
      pairings: [],
    },
  },
  async handle({ caller, ctx }) {
    const pairings = await ctx.extension.pairings.list(caller.channel.id)
    const present = ctx.extension.presence(caller.channel.id)
    return {
      connected: present.size > 0,
      tab_open: [...present.values()].some(({ hasTab }) => hasTab),
      server_url: ctx.baseUrl(),
      download_url: extensionArchivePath,
      pairings: pairings.map(({ id, browser, version, pairedAt, seenAt }) => ({
        id,
        browser,
        version,
        paired_at: pairedAt,
        seen_at: seenAt,
        connected: present.has(id),
        tab_open: present.get(id)?.hasTab ?? false,
      })),
    }
  },
})

export const createExtensionCode = definePanelOperation({
  name: 'create-extension-code',
  summary: 'Creates a code that pairs one browser with this channel. It works once, within ten minutes.',
  role: 'editor',
  grants: 'access',
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
      await ctx.events.appendNew(tx, caller, { kind: 'panel.make-extension-code', data: {} })
      return { code, expires_at: expiresAt, server_url: ctx.baseUrl() }
    })
  },
})

export const unpairExtension = definePanelOperation({
  name: 'unpair-extension',
  summary: 'Unpairs a browser. Its extension is notified and stops.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: text({ max: 100, description: 'The pairing.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 'pairing_8dK2mQ0aXz31TnLpVb7c' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.extension.pairings.remove(tx, caller, input.id)
      return {}
    })
  },
})
