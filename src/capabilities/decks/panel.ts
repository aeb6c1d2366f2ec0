import type { Context } from '../../kernel/operation/context.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, optional, text } from '../../kernel/schema/schema.ts'
import { scopeField } from '../keys/panel.ts'
import { deckFields, deckLimits } from './contract/decks.ts'
import type { Deck } from './decks.ts'

const deckId = integer({ min: 1, description: 'The deck.' })
const dayMs = 24 * 60 * 60 * 1000

export const listDecks = definePanelOperation({
  name: 'list-decks',
  summary: 'Lists the decks of this channel.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    decks: list(object({ id: integer(), name: text(), pages: integer(), buttons: integer(), changed_at: integer() })),
  }),
  failures: [],
  example: {
    input: {},
    output: { decks: [{ id: 1, name: 'Moderators', pages: 1, buttons: 4, changed_at: 1_763_236_800_000 }] },
  },
  async handle({ caller, ctx }) {
    const decks = await ctx.decks.list(caller.channel.id)
    return {
      decks: decks.map(({ id, name, pages, changedAt }) => ({
        id,
        name,
        pages: pages.length,
        buttons: pages.reduce((sum, { buttons }) => sum + buttons.length, 0),
        changed_at: changedAt,
      })),
    }
  },
})

const deckView = object({
  id: integer(),
  ...deckFields,
  scopes: list(scopeField, { description: 'What its links may do.' }),
  links: list(
    object({
      id: text(),
      name: text(),
      shown: text(),
      created_at: integer(),
      expires_at: nullable(integer()),
      last_used_at: nullable(integer()),
    }),
  ),
})

export const getDeck = definePanelOperation({
  name: 'get-deck',
  summary: 'Returns a deck with its pages and the links that open it.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({ id: deckId }),
  output: deckView,
  failures: ['not_found'],
  example: {
    input: { id: 1 },
    output: { id: 1, name: 'Moderators', pages: [{ name: 'Show', buttons: [] }], scopes: ['events:read'], links: [] },
  },
  async handle({ input, caller, ctx }) {
    return viewOf(ctx, await ctx.decks.get(ctx.db, caller.channel.id, input.id), caller.channel.id)
  },
})

async function viewOf(ctx: Context, { id, name, pages }: Deck, channelId: number) {
  const links = await ctx.decks.links(ctx.db, channelId, id)
  return {
    id,
    name,
    pages: ctx.deckCalls.writePages(pages),
    scopes: ctx.deckCalls.accessOf(pages).scopes,
    links: links.map((link) => ({
      id: link.id,
      name: link.name,
      shown: link.shown,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      last_used_at: link.lastUsedAt,
    })),
  }
}

const exampleButton = {
  label: 'Clip',
  icon: 'clip',
  color: 'none',
  confirm: false,
  cooldown_seconds: 5,
  action: { operation: 'clip', input: {} },
} as const

// Who changes a deck changes what its links may do, so this needs the rights of who gives out keys.
const saveDeckUnchecked = definePanelOperation({
  name: 'save-deck',
  summary: 'Creates a deck, or replaces one. Its links may do what its buttons do from then on, and nothing else.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({ id: optional(deckId), ...deckFields }),
  output: object({ id: integer() }),
  failures: ['not_found', 'invalid_parameter'],
  example: {
    input: {
      name: 'Moderators',
      pages: [{ name: 'Show', buttons: [exampleButton] }],
    },
    output: { id: 1 },
  },
  async handle({ input: { id, name, pages: written }, caller, ctx, commit }) {
    const pages = ctx.deckCalls.readPages(written)
    return commit(async (tx) => ({ id: await ctx.decks.save(tx, caller, id, { name, pages }) }))
  },
})

export const saveDeck = ifUnchanged(saveDeckUnchecked, async ({ id }, { reader, caller, ctx }) => {
  if (id === undefined) return undefined
  const { name, pages } = await ctx.decks.get(reader, caller.channel.id, id)
  return { name, pages: ctx.deckCalls.writePages(pages) }
})

export const deleteDeck = definePanelOperation({
  name: 'delete-deck',
  summary: 'Deletes a deck and revokes its links.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: deckId }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 1 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.decks.remove(tx, caller, input.id)
      return {}
    })
  },
})

export const createDeckLink = definePanelOperation({
  name: 'create-deck-link',
  summary: 'Creates a link that opens a deck without an account. The link is shown only in this answer.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    id: deckId,
    name: text({ min: 1, max: deckLimits.nameLength, cleaning: 'line', description: 'Whose device it is for.' }),
    expires_in_days: optional(integer({ min: 1, max: 3650, description: 'The number of days until it expires.' })),
  }),
  output: object({ id: text({ description: 'The key of the link, which revoke-key revokes.' }), url: text() }),
  failures: ['not_found', 'invalid_parameter'],
  example: {
    input: { id: 1, name: 'Tablet of Alice' },
    output: { id: 'key_1', url: 'http://127.0.0.1:4400/deck#sc_live_0123456789' },
  },
  handle({ input: { id: deck, name, expires_in_days: days }, caller, ctx, commit }) {
    return commit(async (tx) => {
      const expiresAt = days === undefined ? null : ctx.clock.now() + days * dayMs
      const { id, key } = await ctx.decks.createLink(tx, caller, deck, { name, expiresAt })
      // In the fragment, which browsers do not send.
      return { id, url: `${ctx.baseUrl()}/deck#${key}` }
    })
  },
})
