import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, type Reader, sql } from '../../kernel/storage/database.ts'
import type { AudioAlertPayload } from '../../registry/overlay-messages.ts'
import { overlayErrors } from '../overlay/contract/messages.ts'
import type { NewCue, Overlays, TriedCue } from '../overlay/overlays.ts'
import type { Payment } from '../steps/run.ts'
import type { Media } from '../uploads/media.ts'

export const alertStatuses = ['active', 'inactive'] as const
export type AlertStatus = (typeof alertStatuses)[number]

export interface AudioAlert {
  readonly id: number
  readonly name: string
  readonly points: number
  readonly status: AlertStatus
}

/** The settings column of the row; files are `builtin:…` or `upload:…`. */
export interface AlertSettings {
  readonly sound?: string | undefined
  readonly image?: string | undefined
  readonly video?: string | undefined
  readonly volume: number
}

interface AlertRow extends AudioAlert {
  readonly settings: string
}

const columns = 'id, name, points, status, settings'
const findById = sql<{ channel: number; id: number }, AlertRow>(
  `SELECT ${columns} FROM audio_alerts WHERE channel_id = :channel AND id = :id`,
)
const findByName = sql<{ channel: number; key: string }, AlertRow>(
  `SELECT ${columns} FROM audio_alerts WHERE channel_id = :channel AND name_key = :key`,
)
const listAlerts = sql<{ channel: number; status: string; limit: number; offset: number }, AudioAlert>(
  `SELECT id, name, points, status FROM audio_alerts
   WHERE channel_id = :channel AND (:status = 'all' OR status = :status) ORDER BY id LIMIT :limit OFFSET :offset`,
)
const listSettings = sql<{ channel: number; limit: number }, { settings: string }>(
  `SELECT settings FROM audio_alerts WHERE channel_id = :channel AND status = 'active' ORDER BY id LIMIT :limit`,
)
const countAlerts = sql<{ channel: number; status: string }, { total: number }>(
  `SELECT count(*) AS total FROM audio_alerts
   WHERE channel_id = :channel AND (:status = 'all' OR status = :status)`,
)

const expiresInMs = 60_000

export type AlertReference = { readonly id: number } | { readonly name: string }
export type Alerts = ReturnType<typeof createAlerts>

interface AlertNeeds {
  readonly db: Database
  readonly overlays: Overlays
  readonly media: Media
}

/** The broadcaster's audio alerts. */
export function createAlerts({ db, overlays, media }: AlertNeeds) {
  async function get(channel: Channel, reference: AlertReference): Promise<AlertRow> {
    const row =
      'id' in reference
        ? await db.get(findById, { channel: channel.id, id: reference.id })
        : await db.get(findByName, { channel: channel.id, key: nameKey(reference.name.trim()) })
    if (row !== undefined) return row
    const message =
      'id' in reference ? overlayErrors.alertNotFoundById.of(reference) : overlayErrors.alertNotFound.of(reference)
    throw new Failure('alert_not_found', { message })
  }

  /**
   * A file that no longer exists is left out; the rest of the alert is shown. `points` is what a viewer paid for it:
   * an alert that nobody paid for shows no price.
   */
  async function cueOf(
    reader: Reader,
    channelId: number,
    alert: AlertRow,
    username: string,
    points = 0,
  ): Promise<NewCue> {
    const { id, name, settings } = alert
    const { sound, image, video, volume = 1 } = JSON.parse(settings) as Partial<AlertSettings>
    const soundUrl = await media.urlOf(reader, channelId, sound)
    const imageUrl = await media.urlOf(reader, channelId, image)
    const videoUrl = await media.urlOf(reader, channelId, video)
    const payload: AudioAlertPayload = {
      ...{ alert: id, name, username, points },
      ...(soundUrl === undefined ? {} : { sound: { url: soundUrl, volume } }),
      ...(imageUrl === undefined ? {} : { image: { url: imageUrl } }),
      // The video is muted if the alert has a sound.
      ...(videoUrl === undefined ? {} : { video: { url: videoUrl, volume: soundUrl === undefined ? volume : 0 } }),
    }
    return { kind: 'audio-alert', idPrefix: 'alert', payload: { ...payload }, expiresInMs }
  }

  return {
    async trigger(
      caller: Caller,
      reference: AlertReference,
      username: string,
      { mayWait = false, paid }: { readonly mayWait?: boolean; readonly paid?: Payment | undefined } = {},
    ) {
      const alert = await get(caller.channel, reference)
      if (alert.status !== 'active') {
        throw new Failure('alert_inactive', { message: overlayErrors.alertInactive.of({ name: alert.name }) })
      }
      const cue = await cueOf(db, caller.channel.id, alert, username, paid?.priceOf(alert.id))
      const delivery = await overlays.show(caller, cue, { mayWait })
      paid?.use(alert.id)
      return { cueId: delivery.id, alert }
    },

    async findActive(reader: Reader, channelId: number, reference: AlertReference): Promise<AudioAlert | undefined> {
      const row =
        'id' in reference
          ? await reader.get(findById, { channel: channelId, id: reference.id })
          : await reader.get(findByName, { channel: channelId, key: nameKey(reference.name.trim()) })
      return row?.status === 'active' ? row : undefined
    },

    /** For a test, whether or not the alert is active. */
    async test(caller: Caller, id: number, username: string): Promise<TriedCue> {
      const alert = await get(caller.channel, { id })
      return overlays.tryOut(caller, await cueOf(db, caller.channel.id, alert, username))
    },

    /** The addresses of the sounds of active alerts, for pages that load them in advance. */
    async listSounds(channelId: number, limit: number): Promise<string[]> {
      const rows = await db.all(listSettings, { channel: channelId, limit })
      const sources = rows.map(({ settings }) => (JSON.parse(settings) as Partial<AlertSettings>).sound)
      const urls = await Promise.all(sources.map((source) => media.urlOf(db, channelId, source)))
      return urls.flatMap((url) => url ?? [])
    },

    async list(channel: Channel, page: { status: AlertStatus | 'all'; limit: number; offset: number }) {
      const [count, items] = await Promise.all([
        db.get(countAlerts, { channel: channel.id, status: page.status }),
        db.all(listAlerts, { channel: channel.id, ...page }),
      ])
      return { total: count?.total ?? 0, items }
    },
  }
}
