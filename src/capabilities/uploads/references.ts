import { type Reader, sql } from '../../kernel/storage/database.ts'

type InChannel = { channel: number }
interface Holder {
  readonly name: string
  readonly text: string
}

const listAlerts = sql<InChannel, Holder>(
  `SELECT name, settings AS text FROM audio_alerts WHERE channel_id = :channel AND settings LIKE '%upload:%'
   ORDER BY id LIMIT 1000`,
)
// Only rows that may contain a reference: the code of a custom effect can be long.
const listEffects = sql<InChannel, Holder>(
  `SELECT name, effect_settings AS text FROM effects
   WHERE channel_id = :channel AND effect_settings LIKE '%upload:%' ORDER BY overlay_id LIMIT 1000`,
)
const listWidgets = sql<InChannel, Holder>(
  `SELECT name, settings AS text FROM widgets WHERE channel_id = :channel AND settings LIKE '%upload:%'
   ORDER BY id LIMIT 1000`,
)
const listSongs = sql<InChannel, Holder>(
  `SELECT title AS name, source AS text FROM songs WHERE channel_id = :channel AND source LIKE 'upload:%'
   ORDER BY id LIMIT 1000`,
)
const listRequests = sql<InChannel, Holder>(
  `SELECT title AS name, source AS text FROM song_requests WHERE channel_id = :channel AND source LIKE 'upload:%'
   ORDER BY id LIMIT 1000`,
)
const listAutomations = sql<InChannel, Holder>(
  `SELECT name, definition AS text FROM automations WHERE channel_id = :channel AND definition LIKE '%upload:%'
   ORDER BY id LIMIT 1000`,
)
const listSettings = sql<InChannel, Holder>(
  `SELECT name, value AS text FROM channel_settings WHERE channel_id = :channel AND name = 'donations'`,
)

export type References = ReturnType<typeof createReferences>

/** What uses an upload, as part of a sentence. */
export function createReferences() {
  return {
    async of(reader: Reader, channelId: number): Promise<ReadonlyMap<string, readonly string[]>> {
      const channel = channelId
      const users = new Map<string, string[]>()
      const note = (rows: readonly Holder[], words: (name: string) => string) => {
        for (const { name, text } of rows) {
          for (const [reference] of text.matchAll(/upload:\w{1,40}/g)) {
            const known = users.get(reference) ?? []
            users.set(reference, known)
            if (!known.includes(words(name))) known.push(words(name))
          }
        }
      }
      note(await reader.all(listAlerts, { channel }), (name) => `the audio alert ${name}`)
      note(await reader.all(listAutomations, { channel }), (name) => `the alert ${name}`)
      note(await reader.all(listEffects, { channel }), (name) => `the effect ${name}`)
      note(await reader.all(listWidgets, { channel }), (name) => `the widget ${name}`)
      note(await reader.all(listSongs, { channel }), (name) => `the song ${name}`)
      note(await reader.all(listRequests, { channel }), (name) => `the requested song ${name}`)
      note(await reader.all(listSettings, { channel }), () => 'the donation alerts')
      return users
    },
  }
}
