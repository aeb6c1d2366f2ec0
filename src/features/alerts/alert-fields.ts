import { maxAmount, maxNameLength } from '../../contract/fields.ts'
import { boolean, integer, nullable, number, object, optional, text, withDefault } from '../../contract/schema.ts'
import type { Reader } from '../../storage/database.ts'
import type { Media } from '../uploads/media.ts'
import type { AlertDraft, StoredAlert } from './alert-content.ts'

const file = (description: string) => optional(text({ max: 60, cleaning: 'name', description }))

export const alertInput = {
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The name, as viewers see it.' }),
  points: withDefault(integer({ min: 0, max: maxAmount, description: 'What it costs a viewer.' }), 0),
  active: withDefault(boolean({ description: 'Whether it can be triggered.' }), true),
  sound: file('builtin:… or upload:….'),
  image: file('upload:… of a picture.'),
  video: file('upload:… of a short video.'),
  volume: withDefault(number({ min: 0, max: 1, description: 'How loud it is.' }), 0.8),
}

export const alertFields = object({
  id: integer(),
  name: text(),
  points: integer(),
  active: boolean(),
  volume: number(),
  sound: nullable(text()),
  image: nullable(text()),
  video: nullable(text()),
  sound_url: nullable(text()),
  image_url: nullable(text()),
  video_url: nullable(text()),
})

export const alertExample = {
  id: 1,
  name: 'Airhorn',
  points: 100,
  active: true,
  volume: 0.8,
  sound: 'builtin:alarm',
  image: null,
  video: null,
  sound_url: '/overlay/sounds/alarm.flac',
  image_url: null,
  video_url: null,
}

export function toDraft(input: AlertDraft): AlertDraft {
  const { name, points, active, sound, image, video, volume } = input
  return { name: name.trim(), points, active, sound, image, video, volume }
}

/** With the addresses of its files, for a panel that plays and shows them. */
export async function toAlertFields(
  { db, media }: { readonly db: Reader; readonly media: Media },
  channelId: number,
  alert: StoredAlert,
) {
  const { sound = null, image = null, video = null, ...rest } = alert
  const urlOf = async (source: string | null) =>
    source === null ? null : ((await media.urlOf(db, channelId, source)) ?? null)
  return {
    ...rest,
    ...{ sound, image, video },
    ...{ sound_url: await urlOf(sound), image_url: await urlOf(image), video_url: await urlOf(video) },
  }
}
