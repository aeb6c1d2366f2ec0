import { maxAmount, maxNameLength } from '../../definitions/fields.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import { exampleCue, triedCue } from '../overlay/tried-cue.ts'
import type { Media } from '../uploads/media.ts'
import { type AlertDraft, maxAlerts, type StoredAlert } from './alert-content.ts'

const file = (description: string) => optional(text({ max: 60, cleaning: 'name', description }))

export const alertInput = {
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The name, as viewers see it.' }),
  points: withDefault(integer({ min: 0, max: maxAmount, description: 'The cost for a viewer.' }), 0),
  active: withDefault(boolean({ description: 'Whether it can be triggered.' }), true),
  sound: file('builtin:… or upload:….'),
  image: file('upload:… of a picture.'),
  video: file('upload:… of a short video.'),
  volume: withDefault(number({ min: 0, max: 1, description: 'The volume.' }), 0.8),
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

/** Adds the URLs of its files, so that the panel can play and show them. */
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

export const listAlertSettings = definePanelOperation({
  name: 'list-alert-settings',
  summary: 'Lists the audio alerts with all their settings, in the order set by the broadcaster.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ alerts: list(alertFields), max: integer({ description: 'The maximum number.' }) }),
  failures: [],
  example: { input: {}, output: { alerts: [alertExample], max: maxAlerts } },
  async handle({ caller, ctx }) {
    const channelId = caller.channel.id
    const alerts = await ctx.alertContent.list(channelId)
    return { alerts: await Promise.all(alerts.map((alert) => toAlertFields(ctx, channelId, alert))), max: maxAlerts }
  },
})

export const createAlert = definePanelOperation({
  name: 'create-alert',
  summary: 'Creates an audio alert.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object(alertInput),
  output: object({ alert: alertFields }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Airhorn', points: 100, sound: 'builtin:alarm' },
    output: { alert: alertExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const alert = await ctx.alertContent.create(tx, caller, toDraft(input))
      return { alert: await toAlertFields({ db: tx, media: ctx.media }, caller.channel.id, alert) }
    })
  },
})

const editAlertUnchecked = definePanelOperation({
  name: 'edit-alert',
  summary: 'Replaces all settings of an audio alert.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: integer({ description: 'The alert.' }), ...alertInput }),
  output: object({ alert: alertFields }),
  failures: ['alert_not_found', 'invalid_parameter'],
  example: {
    input: { id: 1, name: 'Airhorn', points: 100, sound: 'builtin:alarm' },
    output: { alert: alertExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const alert = await ctx.alertContent.edit(tx, caller, input.id, toDraft(input))
      return { alert: await toAlertFields({ db: tx, media: ctx.media }, caller.channel.id, alert) }
    })
  },
})

export const editAlert = ifUnchanged(editAlertUnchecked, async ({ id }, { reader, caller, ctx }) => {
  const { name, points, active, volume, sound, image, video } = await ctx.alertContent.get(
    reader,
    caller.channel.id,
    id,
  )
  return { name, points, active, volume, sound, image, video }
})

export const deleteAlert = definePanelOperation({
  name: 'delete-alert',
  summary: 'Deletes an audio alert. Its files stay among the uploads.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: integer({ description: 'The alert.' }) }),
  output: object({}),
  failures: ['alert_not_found'],
  example: { input: { id: 4 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.alertContent.remove(tx, caller, input.id)
      return {}
    })
  },
})

export const orderAlerts = definePanelOperation({
  name: 'order-alerts',
  summary: 'Reorders the audio alerts.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ ids: list(integer(), { max: maxAlerts, description: 'All alerts in the new order.' }) }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { ids: [2, 1, 3, 4] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.alertContent.order(tx, caller, input.ids)
      return {}
    })
  },
})

export const testAlert = definePanelOperation({
  name: 'test-alert',
  summary: 'Plays an audio alert on the overlay if one is connected, active or not, and returns it for a preview.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({ id: integer({ description: 'The alert.' }) }),
  output: triedCue,
  failures: ['alert_not_found'],
  example: {
    input: { id: 1 },
    output: exampleCue('alert_1', 'audio-alert', { alert: 1, name: 'Airhorn', username: 'Alice' }),
  },
  handle({ input, caller, ctx }) {
    return ctx.alerts.test(caller, input.id, caller.person.name)
  },
})
