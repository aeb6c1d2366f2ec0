import type { Bus } from '../../kernel/bus/bus.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { eachStep } from '../steps/each-step.ts'
import type { Media } from '../uploads/media.ts'

const maxChannels = 1_000
/** More than a page loads in advance. */
const maxSources = 100
const rowsPerRead = 200

const listActive = sql<{ channel: number; after: number; limit: number }, { id: number; definition: string }>(
  `SELECT id, definition FROM automations
   WHERE channel_id = :channel AND active = 1 AND id > :after ORDER BY id LIMIT :limit`,
)

/**
 * The sounds of event alerts, which are steps of automations. They are read once for each change of the automations:
 * a page that connects to a channel with thousands of automations does not read them all.
 */
export function createEventAlertSounds({ db, bus, media }: { db: Database; bus: Bus; media: Media }) {
  const cache = createReadCache<number, readonly string[]>(read, { maxEntries: maxChannels })
  bus.subscribe('automations-changed', ({ channelId }) => cache.drop(channelId))
  bus.subscribe('missed-messages', () => cache.clear())

  async function read(channel: number): Promise<readonly string[]> {
    const sources = new Set<string>()
    for (let after = 0, isLast = false; !isLast && sources.size < maxSources; ) {
      const rows = await db.all(listActive, { channel, after, limit: rowsPerRead })
      for (const { definition } of rows) for (const source of soundsIn(definition)) sources.add(source)
      after = rows.at(-1)?.id ?? after
      isLast = rows.length < rowsPerRead
    }
    return [...sources].slice(0, maxSources)
  }

  return {
    /** The addresses of the sounds of alerts that are switched on, for pages that load them in advance. */
    async list(channelId: number, limit: number): Promise<string[]> {
      const sources = (await cache.load(channelId)) ?? []
      const urls = await Promise.all(sources.slice(0, limit).map((source) => media.urlOf(db, channelId, source)))
      return urls.flatMap((url) => url ?? [])
    },
  }
}

/** The sounds of the alerts of an automation, those of their variants included. */
function soundsIn(definition: string): string[] {
  const { steps } = JSON.parse(definition) as { readonly steps?: unknown }
  return [...eachStep(steps)]
    .filter(({ type }) => type === 'show_alert')
    .flatMap(({ sound, variants }) => [sound, ...variantsIn(variants).map((variant) => variant.sound)])
    .filter((sound) => typeof sound === 'string')
}

function variantsIn(written: unknown): readonly { readonly sound?: unknown }[] {
  return Array.isArray(written) ? written.filter((one) => typeof one === 'object' && one !== null) : []
}
