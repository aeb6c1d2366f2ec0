import { Failure } from '../contract/failures.ts'
import { cueKinds } from '../contract/overlay-messages.ts'
import { boolean, integer, list, nullable, object, oneOf, optional, text, withDefault } from '../contract/schema.ts'
import { type CueDelivery, deliveryStates } from '../features/overlays/deliveries.ts'
import { definePanelOperation } from '../operation.ts'

export const deliveryFields = object({
  seq: integer({ description: 'Its place in the log, for replay-event and list-deliveries.' }),
  id: text(),
  kind: oneOf(cueKinds),
  overlay_id: nullable(text()),
  state: oneOf(deliveryStates),
  error: nullable(text()),
  title: text({ description: 'Who or what: a user name, an alert, a donor, an effect.' }),
  detail: text({ description: 'What is said, given or triggered.' }),
  actor: text(),
  created_at: integer(),
  changed_at: integer(),
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
}

const maxWords = 200

/** What an item shows can be long, such as the code of an effect; a list needs two short lines of it. */
export function toDeliveryFields(delivery: CueDelivery) {
  const { seq, id, kind, overlayId = null, state, error, actor, createdAt, changedAt } = delivery
  const [title, detail] = wordsOf(delivery).map(short)
  return {
    ...{ seq, id, kind, overlay_id: overlayId, state, error },
    ...{ title: title ?? '', detail: detail ?? '', actor, created_at: createdAt, changed_at: changedAt },
  }
}

function wordsOf({ kind, payload, overlayId }: CueDelivery): [title: unknown, detail: unknown] {
  switch (kind) {
    case 'tts':
      return [payload.username, payload.text]
    case 'audio-alert':
      return [payload.name, payload.username]
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
  summary: 'What is on screen and what waits, in order of arrival.',
  role: 'viewer',
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
    const { paused, playing, waiting } = await ctx.overlayQueue.look(caller.channel.id)
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
  summary: 'What was sent to the overlay and what became of it, newest first.',
  role: 'viewer',
  effect: 'none',
  input: object({
    limit: withDefault(integer({ min: 1, max: 200, description: 'How many at most.' }), 50),
    before: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only older ones than this seq.' })),
    state: optional(oneOf(deliveryStates, { description: 'Only those that got this far.' })),
    kind: optional(oneOf(cueKinds, { description: 'Only those of this kind.' })),
  }),
  output: object({
    deliveries: list(deliveryFields),
    next: nullable(integer({ description: 'For `before`, to go on; null at the end.' })),
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
  summary: 'Lets the overlay finish what it shows and begin nothing new.',
  role: 'moderator',
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
  summary: 'Lets the overlay go on with what waits.',
  role: 'moderator',
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
  summary: 'Ends what is on screen, or the one item with this id.',
  role: 'moderator',
  effect: 'outside',
  input: object({ id: optional(text({ max: 100, description: 'The delivery; without one, whatever is on screen.' })) }),
  output: object({}),
  failures: ['not_found', 'overlay_not_connected'],
  example: { input: {}, output: {} },
  async handle({ input, caller, ctx }) {
    const isThere = cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind }))
    if (!isThere) throw new Failure('overlay_not_connected')
    await ctx.overlayQueue.skip(caller, input.id)
    return {}
  },
})

export const removeOverlayItem = definePanelOperation({
  name: 'remove-overlay-item',
  summary: 'Takes one item out of the queue before anybody sees it.',
  role: 'moderator',
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
  summary: 'Ends what is on screen and forgets everything that waits.',
  role: 'moderator',
  effect: 'rows',
  input: object({}),
  output: object({ cleared: integer({ description: 'How many items waited.' }) }),
  failures: [],
  example: { input: {}, output: { cleared: 3 } },
  async handle({ caller, ctx }) {
    return { cleared: await ctx.overlayQueue.clear(caller) }
  },
})
