import { cueKinds } from '../../contract/overlay-messages.ts'
import { integer, nullable, object, oneOf, text } from '../../contract/schema.ts'
import { type Firing, firingStates } from './firings.ts'

export const firingFields = object({
  seq: integer({ description: 'Its place in the log, for replay-event and list-firings.' }),
  id: text(),
  kind: oneOf(cueKinds),
  overlay_id: nullable(text()),
  state: oneOf(firingStates),
  error: nullable(text()),
  title: text({ description: 'Who or what: a user name, an alert, a donor, an effect.' }),
  detail: text({ description: 'What is said, given or triggered.' }),
  actor: text(),
  created_at: integer(),
  changed_at: integer(),
})

export const firingExample = {
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
export function toFiringFields(firing: Firing) {
  const { seq, id, kind, overlayId = null, state, error, actor, createdAt, changedAt } = firing
  const [title, detail] = wordsOf(firing).map(short)
  return {
    ...{ seq, id, kind, overlay_id: overlayId, state, error },
    ...{ title: title ?? '', detail: detail ?? '', actor, created_at: createdAt, changed_at: changedAt },
  }
}

function wordsOf({ kind, payload, overlayId }: Firing): [title: unknown, detail: unknown] {
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
