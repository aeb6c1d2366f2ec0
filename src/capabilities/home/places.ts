import { type OccasionalPlace, occasionalPlaces } from '../../definitions/places.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { newestOfKind, wholeLog } from '../events/indexed-kinds.ts'
import type { Person } from '../people/people.ts'
import type { Settings } from '../settings/settings.ts'

/** Stored for the person, not for the browser: the panel looks the same on the second computer. */
const findOpened = sql<{ person: string }, { opened_places: string | null }>(
  'SELECT opened_places FROM people WHERE id = :person',
)
const setOpened = sql<{ person: string; places: string }>(
  'UPDATE people SET opened_places = :places WHERE id = :person',
)
const findUse = sql<{ channel: number }, Record<'values' | 'ai' | 'rewards' | 'keys' | 'webhooks', number>>(
  `SELECT
     (SELECT count(*) FROM (SELECT 1 FROM named_values WHERE channel_id = :channel LIMIT 1) AS one) AS "values",
     (SELECT count(*) FROM (SELECT 1 FROM ai_providers WHERE channel_id = :channel LIMIT 1) AS one) AS ai,
     (SELECT count(*) FROM (SELECT 1 FROM reward_commands WHERE channel_id = :channel LIMIT 1) AS one) AS rewards,
     (SELECT count(*) FROM first_steps WHERE channel_id = :channel AND step = 'key') AS keys,
     (SELECT count(*) FROM (SELECT 1 FROM event_webhooks WHERE channel_id = :channel LIMIT 1) AS one) AS webhooks`,
)

export type Places = ReturnType<typeof createPlaces>

/** Which of the places that most channels never need this channel uses, and which a person has opened. */
export function createPlaces({ db, settings }: { db: Database; settings: Settings }) {
  async function openedBy(person: Person, reader: Reader = db): Promise<OccasionalPlace[]> {
    const stored = (await reader.get(findOpened, { person: person.id }))?.opened_places?.split(' ') ?? []
    return occasionalPlaces.filter((place) => stored.includes(place))
  }

  return {
    openedBy,

    async usedBy(channel: Channel): Promise<OccasionalPlace[]> {
      const [rows, { ai }, redemptions] = await Promise.all([
        db.get(findUse, { channel: channel.id }),
        settings.of(channel.id),
        newestOfKind(db, channel.id, 'redemption.added', wholeLog, 1),
      ])
      const has = (name: 'values' | 'ai' | 'rewards' | 'keys' | 'webhooks') => (rows?.[name] ?? 0) > 0
      const isUsed: Readonly<Record<OccasionalPlace, boolean>> = {
        rewards: has('rewards') || redemptions.length > 0,
        values: has('values'),
        ai: has('ai') || ai.enabled,
        developer: has('keys') || has('webhooks'),
      }
      return occasionalPlaces.filter((place) => isUsed[place])
    },

    async open(tx: Writer, person: Person, place: OccasionalPlace): Promise<void> {
      const opened = await openedBy(person, tx)
      if (opened.includes(place)) return
      await tx.run(setOpened, { person: person.id, places: [...opened, place].join(' ') })
    },
  }
}
