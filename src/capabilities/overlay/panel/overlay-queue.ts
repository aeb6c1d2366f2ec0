import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { cueKinds } from '../contract/cues.ts'
import { type CueDelivery, deliveryStates } from '../deliveries.ts'
import { deliveryReason } from '../delivery-reasons.ts'

export const deliveryFields = object({
  seq: integer({ description: 'Its position in the log, for replay-event and list-deliveries.' }),
  id: text(),
  kind: oneOf(cueKinds),
  overlay_id: nullable(text()),
  state: oneOf(deliveryStates),
  error: nullable(text()),
  title: text({ description: 'The user name, alert, donor or effect.' }),
  detail: text({ description: 'The text, the amount or the type.' }),
  actor: text(),
  created_at: integer(),
  changed_at: integer(),
  on_air: nullable(boolean({ description: 'Whether the overlay was visible in OBS; null where it is not known.' })),
})

export const deliveryExample = {
  seq: 42,
  id: 'tts_1',
  kind: 'tts' as const,
  overlay_id: null,
  state: 'finished' as const,
  error: null,
  title: 'alice',
  detail: 'Welcome to the stream.',
  actor: 'key:key_1',
  created_at: 1_760_000_000_000,
  changed_at: 1_760_000_004_000,
  on_air: true,
}

const maxWords = 200

/** The content of an item can be long, such as the code of an effect, so lists show two short lines. */
export function toDeliveryFields(delivery: CueDelivery) {
  const { seq, id, kind, overlayId = null, state, error, actor, createdAt, changedAt, isOnAir } = delivery
  const [title, detail] = wordsOf(delivery).map(short)
  return {
    ...{ seq, id, kind, overlay_id: overlayId, state, error: deliveryReason(error) },
    ...{
      title: title ?? '',
      detail: detail ?? '',
      actor,
      created_at: createdAt,
      changed_at: changedAt,
      on_air: isOnAir,
    },
  }
}

function wordsOf({ kind, payload, overlayId }: CueDelivery): [title: unknown, detail: unknown] {
  switch (kind) {
    case 'tts':
      return [payload.username, payload.text]
    case 'audio-alert':
      return [payload.name, payload.username]
    case 'event-alert':
      return [payload.text, payload.message]
    case 'donation':
      return [
        payload.displayname,
        [`${payload.amount} ${payload.currency}`, payload.message]
          .filter((part) => part !== undefined && part !== '')
          .join(' · '),
      ]
    case 'effect':
      return [overlayId ?? payload.overlay_id, payload.effect_type]
  }
}

function short(value: unknown): string {
  const words = typeof value === 'string' ? value : ''
  return words.length <= maxWords ? words : `${words.slice(0, maxWords).toWellFormed()}…`
}

export const getOverlayQueue = definePanelOperation({
  name: 'get-overlay-queue',
  summary: 'Returns what is on screen and what waits, in order of arrival.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    paused: boolean(),
    playing: list(deliveryFields),
    waiting: list(deliveryFields),
  }),
  failures: [],
  example: {
    input: {},
    output: { connected: true, paused: false, playing: [{ ...deliveryExample, state: 'shown' }], waiting: [] },
  },
  async handle({ caller, ctx }) {
    const { paused, playing, waiting } = await ctx.overlayQueue.status(caller.channel.id)
    return {
      connected: cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind })),
      paused,
      playing: playing.map(toDeliveryFields),
      waiting: waiting.map(toDeliveryFields),
    }
  },
})

export const listDeliveries = definePanelOperation({
  name: 'list-deliveries',
  summary: 'Lists what was sent to the overlay, with its delivery status, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    limit: withDefault(integer({ min: 1, max: 200, description: 'The maximum number of results.' }), 50),
    before: optional(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only deliveries before this seq.' }),
    ),
    state: optional(oneOf(deliveryStates, { description: 'Only deliveries in this state.' })),
    kind: optional(oneOf(cueKinds, { description: 'Only deliveries of this kind.' })),
  }),
  output: object({
    deliveries: list(deliveryFields),
    next: nullable(integer({ description: 'The value of `before` for the next page; null at the end.' })),
  }),
  failures: [],
  example: { input: { limit: 1 }, output: { deliveries: [deliveryExample], next: 42 } },
  async handle({ input, caller, ctx }) {
    const deliveries = await ctx.overlayQueue.list(caller.channel.id, input)
    const last = deliveries.length === input.limit ? deliveries.at(-1)?.seq : undefined
    return { deliveries: deliveries.map(toDeliveryFields), next: last ?? null }
  },
})

export const pauseOverlay = definePanelOperation({
  name: 'pause-overlay',
  summary: 'Pauses the overlay queue. What is on screen is finished.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({ paused: boolean() }),
  failures: [],
  example: { input: {}, output: { paused: true } },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.overlayQueue.setPaused(tx, caller, true)
      return { paused: true }
    })
  },
})

export const resumeOverlay = definePanelOperation({
  name: 'resume-overlay',
  summary: 'Resumes the overlay queue.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({ paused: boolean() }),
  failures: [],
  example: { input: {}, output: { paused: false } },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.overlayQueue.setPaused(tx, caller, false)
      return { paused: false }
    })
  },
})

export const skipOverlayItem = definePanelOperation({
  name: 'skip-overlay-item',
  summary: 'Skips what is on screen, or the item with this id.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({ id: optional(text({ max: 100, description: 'The delivery; left out, what is on screen.' })) }),
  output: object({}),
  failures: ['not_found', 'overlay_not_connected'],
  example: { input: {}, output: {} },
  async handle({ input, caller, ctx }) {
    const isThere = cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind }))
    // An item whose page is gone can still be ended.
    if (!isThere && !(await ctx.overlayQueue.isShowing(caller.channel.id))) throw new Failure('overlay_not_connected')
    await ctx.overlayQueue.skip(caller, input.id)
    return {}
  },
})

export const removeOverlayItem = definePanelOperation({
  name: 'remove-overlay-item',
  summary: 'Removes a waiting item from the queue.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: text({ min: 1, max: 100, description: 'The delivery.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 'tts_1' }, output: {} },
  async handle({ input, caller, ctx }) {
    await ctx.overlayQueue.remove(caller, input.id)
    return {}
  },
})

export const clearOverlay = definePanelOperation({
  name: 'clear-overlay',
  summary: 'Ends what is on screen and removes everything that waits.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({ cleared: integer({ description: 'The number of removed items.' }) }),
  failures: [],
  example: { input: {}, output: { cleared: 3 } },
  async handle({ caller, ctx }) {
    return { cleared: await ctx.overlayQueue.clear(caller) }
  },
})
