import { type Reader, type Statement, sql } from '../../kernel/storage/database.ts'
import { english, type Text } from '../../kernel/text/message.ts'
import { uploadUsers } from './messages.ts'

interface UsingRow {
  readonly name: string
  readonly text: string
}
type Rows = Statement<{ channel: number }, UsingRow>

// The channel may have at most a few hundred of each.
const alerts: Rows = sql(`SELECT name, settings AS text FROM audio_alerts WHERE channel_id = :channel ORDER BY id`)
const effects: Rows = sql(
  `SELECT name, effect_settings AS text FROM effects WHERE channel_id = :channel ORDER BY overlay_id`,
)
const widgets: Rows = sql(`SELECT name, settings AS text FROM widgets WHERE channel_id = :channel ORDER BY id`)
const donationSettings: Rows = sql(
  `SELECT name, value AS text FROM channel_settings WHERE channel_id = :channel AND name = 'donations'`,
)
const songs: Rows = sql(
  `SELECT title AS name, source AS text FROM songs
   WHERE channel_id = :channel AND substr(source, 1, 7) = 'upload:' ORDER BY id`,
)
const requests: Rows = sql(
  `SELECT title AS name, source AS text FROM song_requests
   WHERE channel_id = :channel AND substr(source, 1, 7) = 'upload:' ORDER BY id`,
)
// Of these there may be thousands: they are read in parts.
const automations = sql<{ channel: number; after: number; limit: number }, UsingRow & { id: number }>(
  `SELECT id, name, definition AS text FROM automations
   WHERE channel_id = :channel AND id > :after ORDER BY id LIMIT :limit`,
)
const automationsPerRead = 200

export type References = ReturnType<typeof createReferences>

/** What uses an upload, as part of a sentence. */
export function createReferences() {
  return {
    /**
     * By the reference, `upload:<id>`. Reads every row that may hold one: for a list of the uploads and for deleting,
     * not for what happens on stream.
     */
    async of(reader: Reader, channelId: number): Promise<ReadonlyMap<string, readonly Text[]>> {
      const channel = channelId
      /** By the English text, so that one with the same name is listed once. */
      const users = new Map<string, Map<string, Text>>()
      const note = (user: Text, references: Iterable<string>) => {
        for (const reference of references) {
          const known = users.get(reference) ?? new Map<string, Text>()
          users.set(reference, known.set(user.write(english), user))
        }
      }
      const noteSettings = async (rows: Rows, words: (name: string) => Text) => {
        for (const { name, text } of await reader.all(rows, { channel })) note(words(name), referencesIn(text))
      }
      const noteSources = async (rows: Rows, words: (name: string) => Text) => {
        for (const { name, text } of await reader.all(rows, { channel })) note(words(name), [text])
      }
      await noteSettings(alerts, (name) => uploadUsers.audioAlert.of({ name }))
      for await (const { name, text } of everyAutomation(reader, channel)) {
        note(uploadUsers.alert.of({ name }), referencesIn(text))
      }
      await noteSettings(effects, (name) => uploadUsers.effect.of({ name }))
      await noteSettings(widgets, (name) => uploadUsers.widget.of({ name }))
      await noteSources(songs, (name) => uploadUsers.song.of({ name }))
      await noteSources(requests, (name) => uploadUsers.requestedSong.of({ name }))
      await noteSettings(donationSettings, () => uploadUsers.donationAlerts.of())
      return new Map(Array.from(users, ([reference, known]) => [reference, [...known.values()]]))
    },
  }
}

async function* everyAutomation(reader: Reader, channel: number): AsyncGenerator<UsingRow> {
  for (let after = 0; ; ) {
    const rows = await reader.all(automations, { channel, after, limit: automationsPerRead })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < automationsPerRead) return
    after = last.id
  }
}

/** The uploads that are a value in the JSON. A text that only mentions one does not use it. */
function referencesIn(json: string): Set<string> {
  const found = new Set<string>()
  addReferences(JSON.parse(json), found)
  return found
}

function addReferences(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.startsWith('upload:')) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) addReferences(inner, found)
  }
}
