import { boolean, integer, list, nullable, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { extensionArchivePath } from './extension-archive.ts'

export const getExtension = definePanelOperation({
  name: 'get-extension',
  summary: 'Which browsers make clips on Kick, and whether one could now.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    tab_open: boolean({ description: 'Whether a page of Kick is open in one of them.' }),
    server_url: text({ description: 'What to enter in the extension.' }),
    download_url: text(),
    pairings: list(
      object({
        id: text(),
        browser: text(),
        version: text({ description: 'Of the extension.' }),
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
