import { type ChangeMode, changeModes, dateSpan, maxAmount, maxNameLength, page } from '../../definitions/fields.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  date,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { defineMessages, type Text } from '../../kernel/text/message.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { spanOf } from './days.ts'
import { findRow, type ImportRow, setRow } from './panel/viewer-import-row.ts'
import type { Viewer } from './viewer.ts'
import { currencies } from './viewer.ts'

const panelErrors = defineMessages('errors.panel', {
  pointsHaveNoRange: 'by must be watch with a day or a range: points are a balance.',
  wholeNumber: '{name} must be a whole number from 0 to {max}, not {written}.',
})

export const viewerId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The viewer.' })

export const viewerEntry = object({
  id: integer(),
  platform: oneOf(platforms),
  username: text(),
  displayname: text(),
  points: integer(),
  coin: integer(),
  watch_minutes: integer(),
  message_count: integer(),
})

export const exampleViewer: Static<typeof viewerEntry> = {
  id: 1,
  platform: 'kick',
  username: 'alice',
  displayname: 'Alice',
  points: 10,
  coin: 0,
  watch_minutes: 5,
  message_count: 2,
}

export function onPanel(viewer: Viewer) {
  const { id, platform, username, displayname, points, coin, watchMinutes, messageCount } = viewer
  return { id, platform, username, displayname, points, coin, watch_minutes: watchMinutes, message_count: messageCount }
}

export const listViewers = definePanelOperation({
  name: 'list-viewers',
  summary: 'Lists viewers of one platform: the leaderboard of a day, a range or all time, or a search by name.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    platform: oneOf(platforms, { description: 'The platform.' }),
    by: withDefault(oneOf(['points', 'watch'] as const, { description: 'The leaderboard.' }), 'points'),
    search: optional(text({ max: maxNameLength, cleaning: 'name', description: 'The start of the name.' })),
    ...dateSpan,
    ...page(200, 100),
  }),
  output: object({
    total: integer(),
    viewers: list(viewerEntry, {
      description: 'With a day or a range, watch_minutes and message_count are those of that time.',
    }),
  }),
  failures: ['invalid_parameter'],
  example: { input: { platform: 'kick' }, output: { total: 0, viewers: [] } },
  async handle({ input, caller, ctx }) {
    const { platform, by, search, limit, offset } = input
    const { channel } = caller
    const span = spanOf(input)
    const get = (id: number) => ctx.viewers.getById(ctx.db, channel.id, id)
    if (search === undefined && span.mode !== 'all') {
      if (by === 'points') {
        throw new Failure('invalid_parameter', {
          message: panelErrors.pointsHaveNoRange.of(),
        })
      }
      const { total, items } = await ctx.watchTime.top(channel, platform, span, { limit, offset })
      const viewers = await Promise.all(
        items.map(async ({ id, minutes, messages }) => {
          const viewer = await get(id)
          return viewer === undefined ? [] : { ...onPanel(viewer), watch_minutes: minutes, message_count: messages }
        }),
      )
      return { total, viewers: viewers.flat() }
    }
    const best = await ctx.browse.best(channel, platform, by, { limit, offset })
    const ids = search === undefined ? best.ids : await ctx.browse.named(channel, platform, search, limit)
    const viewers = await Promise.all(ids.map(get))
    return { total: best.total, viewers: viewers.flatMap((viewer) => (viewer === undefined ? [] : onPanel(viewer))) }
  },
})

const shownDays = 366

export const getViewer = definePanelOperation({
  name: 'get-viewer',
  summary: 'One viewer with linked accounts, watch time by day, and the ledger that explains the balances.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ viewer_id: viewerId }),
  output: object({
    viewer: viewerEntry,
    accounts: list(viewerEntry, { description: 'All accounts of the person, including this one.' }),
    days: list(object({ day: date(), minutes: integer(), messages: integer() }), {
      description: 'Days with watch time or messages, oldest first; a year at most.',
    }),
    ledger: list(
      object({
        seq: integer(),
        currency: oneOf(currencies),
        delta: integer(),
        balance: integer(),
        reason: text(),
        actor: text(),
        request_id: text({ description: 'The request that changed the balance, as in the log and in X-Request-Id.' }),
        at: integer(),
      }),
    ),
  }),
  failures: ['user_not_found'],
  example: {
    input: { viewer_id: 1 },
    output: {
      viewer: exampleViewer,
      accounts: [exampleViewer],
      days: [{ day: '2026-01-15', minutes: 45, messages: 3 }],
      ledger: [],
    },
  },
  async handle({ input, caller, ctx }) {
    const { channel } = caller
    const viewer = await ctx.viewers.getKnown(ctx.db, channel.id, input.viewer_id)
    const [accounts, days, ledger] = await Promise.all([
      ctx.linkedAccounts.accountsOf(ctx.db, channel.id, viewer),
      ctx.watchTime.days(channel, viewer, shownDays),
      ctx.points.wholeLedger(channel, viewer, 100),
    ])
    return {
      viewer: onPanel(viewer),
      accounts: accounts.map(onPanel),
      days,
      ledger: ledger.map(({ requestId, ...entry }) => ({ ...entry, request_id: requestId })),
    }
  },
})

export const adjustBalance = definePanelOperation({
  name: 'adjust-balance',
  summary: 'Changes the points or coins of a viewer, with a reason for the ledger.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    viewer_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The viewer.' }),
    currency: withDefault(oneOf(currencies, { description: 'The balance to change.' }), 'points'),
    mode: oneOf(changeModes, { description: 'How the balance changes.' }),
    amount: integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'The amount.' }),
    reason: text({ min: 1, max: 200, cleaning: 'line', description: 'The reason for the ledger.' }),
  }),
  output: object({ points: integer(), coin: integer() }),
  failures: ['user_not_found'],
  example: {
    input: { viewer_id: 1, mode: 'add', amount: 50, reason: 'Won the quiz' },
    output: { points: 50, coin: 0 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { viewer_id: id, currency, mode, amount, reason } = input
    return commit(async (tx) => {
      const viewer = await ctx.viewers.getKnown(tx, caller.channel.id, id)
      const { points, coin } = viewer
      if (currency === 'points') return { points: await ctx.points[mode](tx, caller, viewer, amount, reason), coin }
      return { points, coin: await ctx.points.setCoins(tx, caller, viewer, changed(coin, mode, amount), reason) }
    })
  },
})

function changed(coin: number, mode: ChangeMode, amount: number): number {
  if (mode === 'set') return amount
  return mode === 'add' ? Math.min(coin + amount, Number.MAX_SAFE_INTEGER) : Math.max(coin - amount, 0)
}

/** The file itself is a download: `POST /panel/viewer.json`. */
export const eraseViewer = definePanelOperation({
  name: 'erase-viewer',
  summary: 'Erases a viewer with all linked accounts: names, messages and history. Points and totals stay as numbers.',
  role: 'owner',
  grants: 'irreversible',
  effect: 'rows',
  input: object({
    viewer_id: viewerId,
    confirm: oneOf(['erase'], { description: 'An erased viewer cannot be brought back.' }),
  }),
  output: object({}),
  failures: ['user_not_found'],
  example: { input: { viewer_id: 1, confirm: 'erase' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const viewer = await ctx.viewers.getKnown(ctx.db, caller.channel.id, input.viewer_id)
    return ctx.privacy.eraseViewer(caller, viewer, commit, () => ({}))
  },
})

export const linkViewers = definePanelOperation({
  name: 'link-viewers',
  summary: 'Links two accounts of the same person.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    viewer_id: viewerId,
    other_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The account on another platform.' }),
  }),
  output: object({}),
  failures: ['user_not_found', 'same_user', 'invalid_parameter'],
  example: { input: { viewer_id: 1, other_id: 2 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const one = await ctx.viewers.getKnown(tx, caller.channel.id, input.viewer_id)
      const other = await ctx.viewers.getKnown(tx, caller.channel.id, input.other_id)
      await ctx.linkedAccounts.link(tx, caller, one, other)
      return {}
    })
  },
})

export const unlinkViewer = definePanelOperation({
  name: 'unlink-viewer',
  summary: 'Unlinks an account from a person.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ viewer_id: viewerId }),
  output: object({}),
  failures: ['user_not_found'],
  example: { input: { viewer_id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const viewer = await ctx.viewers.getKnown(tx, caller.channel.id, input.viewer_id)
      await ctx.linkedAccounts.unlink(tx, caller, viewer)
      return {}
    })
  },
})

const cell = (description: string) => optional(text({ max: 40, cleaning: 'name', description }))
const row = object({
  line: integer({ min: 1, max: 10_000_000, description: 'The line number in the file.' }),
  user_id: optional(text({ max: maxNameLength, cleaning: 'name', description: "The platform's id." })),
  username: optional(text({ max: maxNameLength, cleaning: 'name', description: 'The name.' })),
  points: cell('The balance.'),
  coin: cell('The coins.'),
  watch_minutes: cell('The total watch time in minutes.'),
})

/** Cells are checked here, not by the schema, so that an error is reported for its line. */
export const importViewers = definePanelOperation({
  name: 'import-viewers',
  summary: 'Sets points, coins and watch time of up to 100 viewers from lines of a file.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    platform: oneOf(platforms, { description: 'The platform.' }),
    rows: list(row, { min: 1, max: 100, description: 'Lines of the file.' }),
  }),
  output: object({
    created: integer({ description: 'New viewers.' }),
    changed: integer({ description: 'Viewers whose totals changed.' }),
    unchanged: integer({ description: 'Viewers whose totals did not change.' }),
    failed: list(object({ line: integer(), error: text() })),
  }),
  failures: [],
  example: {
    input: { platform: 'kick', rows: [{ line: 2, username: 'alice', points: '120', watch_minutes: '300' }] },
    output: { created: 0, changed: 1, unchanged: 0, failed: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const failed: { line: number; error: Text }[] = []
    const rows: ImportRow[] = []
    for (const written of input.rows) {
      try {
        rows.push(await findRow(ctx, caller.channel, input.platform, written, numbersOf(written)))
      } catch (error) {
        failed.push(lineError(written.line, error))
      }
    }
    // One event for the whole import, however many lines it has.
    const cause = { channel: caller.channel, actor: `import:${caller.person.id}`, requestId: caller.requestId }
    return commit(async (tx) => {
      const outcome = { created: 0, changed: 0, unchanged: 0 }
      const refused = [...failed]
      for (const found of rows) {
        try {
          outcome[await setRow(ctx, tx, cause, found)]++
        } catch (error) {
          refused.push(lineError(found.line, error))
        }
      }
      const data = { platform: input.platform, lines: input.rows.length, ...outcome, failed: refused.length }
      await ctx.events.appendNew(tx, caller, { kind: 'viewers.imported', data })
      return { ...outcome, failed: refused.sort((a, b) => a.line - b.line) }
    })
  },
})

function lineError(line: number, error: unknown): { line: number; error: Text } {
  if (!(error instanceof Failure)) throw error
  return { line, error: error.text }
}

function numbersOf({ points, coin, watch_minutes }: Static<typeof row>): ImportRow['totals'] {
  return {
    points: wholeNumber('points', points),
    coin: wholeNumber('coin', coin),
    watchMinutes: wholeNumber('watch_minutes', watch_minutes),
  }
}

function wholeNumber(name: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
  if (value <= maxAmount) return value
  throw new Failure('invalid_parameter', {
    message: panelErrors.wholeNumber.of({ name, max: maxAmount, written }),
  })
}
