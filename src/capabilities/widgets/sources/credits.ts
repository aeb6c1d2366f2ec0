import type { Channel } from '../../../kernel/operation/channel.ts'
import { sql } from '../../../kernel/storage/database.ts'
import { allInThread } from '../../../kernel/storage/long-lists.ts'
import { type Platform, platforms } from '../../../platforms/contract/platforms.ts'
import { type IndexedKind, newestOfKind } from '../../events/indexed-kinds.ts'
import { isPastEvent } from '../../events/past-events.ts'
import type { SourceData } from '../contract/widgets/sources.ts'
import { isAnonymous, listedItem } from '../listed-events.ts'
import { shownName } from '../names.ts'
import type { Span } from '../periods.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'

/** Names of one section. More roll by faster than anybody reads. */
const maxNames = 300
const maxEvents = 1_000
/** The newest messages of a platform count, for the busiest chats. */
const maxMessages = 200_000
const maxChatters = 100
const intervalMs = 5_000

type Section = SourceData<'credits'>['sections'][number]

const listChatters = sql<
  { channel: number; platform: string; from: number; to: number; limit: number },
  { username: string; displayname: string; roles: string; lines: number }
>(
  `SELECT v.username, v.displayname, v.roles, s.lines FROM (
     SELECT viewer_id, count(*) AS lines FROM (
       SELECT viewer_id FROM counted_messages
       WHERE channel_id = :channel AND platform = :platform AND at >= :from AND at < :to ORDER BY at DESC LIMIT ${maxMessages}
     ) AS newest GROUP BY viewer_id
   ) AS s CROSS JOIN viewers v
   WHERE v.channel_id = :channel AND v.id = s.viewer_id AND v.is_bot = 0 ORDER BY s.lines DESC, v.id LIMIT :limit`,
)

/** Everybody who took part in the stream that runs or ran last. Empty sections are left out. */
export const credits = defineSourceReader('credits', {
  async read(needs, channel) {
    const span = await needs.periods.spanOf(channel, 'stream', needs.clock.now())
    if (span.before === 0) return { sections: [] }
    const named = (kind: IndexedKind) => namesOf(needs, channel, kind, span)
    const chatters = await chattersOf(needs, channel, span)
    const sections: Section[] = [
      { kind: 'subscribers', names: await subscribersOf(needs, channel, span) },
      { kind: 'gifters', names: await named('subscription.gifts') },
      { kind: 'donors', names: await named('donation') },
      { kind: 'cheerers', names: await named('bits') },
      { kind: 'raiders', names: await named('raid') },
      { kind: 'followers', names: await named('follow') },
      { kind: 'moderators', names: chatters.filter(({ isModerator }) => isModerator).map(({ name }) => name) },
      { kind: 'viewers', names: chatters.filter(({ isModerator }) => !isModerator).map(({ name }) => name) },
    ]
    return { sections: sections.filter(({ names }) => names.length > 0) }
  },

  onEvent(event) {
    const isOther = event.kind === 'viewer.erased' || event.kind.startsWith('stream.')
    const isListed = event.kind === 'subscription.received' || listedItem(event) !== undefined
    return isOther || isListed ? 'again' : 'nothing'
  },

  intervalMs: () => intervalMs,

  /** Who chats is not in the log. */
  staleAfterMs: () => 60_000,
})

/** In the order of the stream, each once. */
async function namesOf({ db }: SourceNeeds, { id }: Channel, kind: IndexedKind, span: Span): Promise<string[]> {
  const events = await newestOfKind(db, id, kind, span, maxEvents)
  return once(events.reverse().flatMap((event) => (isAnonymous(event) ? [] : (listedItem(event)?.user ?? []))))
}

/** Those who paid themselves, then those who received a gift. */
async function subscribersOf(needs: SourceNeeds, channel: Channel, span: Span): Promise<string[]> {
  const paid = await namesOf(needs, channel, 'subscription', span)
  const events = await newestOfKind(needs.db, channel.id, 'subscription.received', span, maxEvents)
  const received = events.reverse().flatMap((event) => {
    if (event.kind !== 'subscription.received' || isPastEvent(event)) return []
    return shownName(event.data) ?? []
  })
  return once([...paid, ...received])
}

async function chattersOf({ db }: SourceNeeds, { id }: Channel, { fromAt, to }: Span) {
  const all: { readonly name: string; readonly isModerator: boolean; readonly lines: number }[] = []
  for (const platform of platforms) all.push(...(await chattersOn(platform)))
  const sorted = all.sort((one, other) => other.lines - one.lines)
  const names = new Set(once(sorted.map(({ name }) => name)))
  return sorted.filter(({ name }) => names.delete(name))

  async function chattersOn(platform: Platform) {
    const rows = await allInThread(db, listChatters, {
      channel: id,
      platform,
      from: fromAt,
      to: to ?? Number.MAX_SAFE_INTEGER,
      limit: maxChatters,
    })
    return rows.flatMap((row) => {
      const name = shownName(row)
      return name === undefined
        ? []
        : { name, isModerator: row.roles.split(',').includes('moderator'), lines: row.lines }
    })
  }
}

/** Each name once, compared without case. */
function once(names: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const name of names) if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()].slice(0, maxNames)
}
