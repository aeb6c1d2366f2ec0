import type { WidgetDefinition } from '../../src/capabilities/widgets/contract/define-widget.ts'
import { widgetDefinitions } from '../../src/capabilities/widgets/contract/widgets.ts'
import type { StageWidget } from '../../src/registry/overlay-messages.ts'
import type { StageServer } from '../../test/browser/overlay-stage.ts'

const columns = 5
const chatEveryMs = 100
const allEveryMs = 1_000
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Ccircle cx='4' cy='4' r='4' fill='gold'/%3E%3C/svg%3E"

/** One of each type but a picture, which is a file of the broadcaster. */
const definitions = (widgetDefinitions as readonly unknown[] as readonly WidgetDefinition[]).filter(
  ({ type }) => type !== 'image',
)
const keyOf = (source: string, id: number) => `${source}{${id}}`

const settingsOf: Readonly<Record<string, object>> = {
  clock: { seconds: true },
  // As fast as they can, because nothing is measured before they have rolled by.
  credits: { speed: 4 },
}

/** Twenty widgets side by side. */
const widgets: readonly StageWidget[] = definitions.map(({ type, sample }, index) => ({
  ...{ id: index + 1, type, settings: { ...sample.settings, ...settingsOf[type] } },
  place: {
    ...{ x: 10 + (index % columns) * 20, y: 12.5 + Math.floor(index / columns) * 25 },
    ...{ width: 19, height: 23, rotation: 0, layer: 0 },
  },
  sources: sourcesOf(type, sample.data).map((source) => ({ source, key: keyOf(source, index + 1) })),
}))

/**
 * A page with twenty widgets, and what happens on a busy evening: 30 messages a second, something new everywhere, and a
 * song that plays. Before it begins, everything is shown and nothing happens; a clock, a countdown, a poll and a
 * prediction show the seconds that pass.
 */
export function createEvening(stage: StageServer) {
  const seqs = new Map<string, number>()
  const next = (key: string) => {
    const seq = (seqs.get(key) ?? 0) + 1
    seqs.set(key, seq)
    return seq
  }
  const timers: NodeJS.Timeout[] = []
  let count = 0

  function send(type: string, source: string, change: { readonly data: object } | { readonly patch: object }) {
    const id = definitions.findIndex((one) => one.type === type) + 1
    const key = keyOf(source, id)
    const seq = next(key)
    stage.send(
      'data' in change ? { type: 'source', key, seq, ...change } : { type: 'source-patch', key, seq, ...change },
    )
  }

  function chat() {
    const add = Array.from({ length: 3 }, () => ({
      ...{ id: `line-${++count}`, platform: 'twitch', at: 0 },
      user: { id: `viewer-${count % 40}`, name: `viewer ${count % 40}`, color: '#ff7f50', badges: [] },
      parts: [{ text: `message ${count}, as long as messages in chat usually are ` }, { text: 'smile', url: picture }],
    }))
    send('chat', 'chat', { patch: { add } })
    send('emotes', 'emotes', { patch: { add: [{ name: 'smile', url: picture }] } })
  }

  function all() {
    const at = Date.now()
    const user = `viewer ${count % 40}`
    send('goal', 'goal', { data: { value: count % 500, unit: null } })
    send('counter', 'value', { data: { ...value('number', count), direction: null } })
    send('countdown', 'value', { data: { ...value('clock', 3_600 + count), running: true, direction: 'down', at } })
    send('viewers', 'viewers', { data: { total: 1_000 + (count % 300), platforms: [] } })
    send('label', 'latest', { data: { latest: { follow: { user, amount: null, text: null, at } } } })
    const item = { id: `event-${count}`, kind: 'follow', platform: null, user, text: user, amount: null, at }
    send('events', 'events', { patch: { add: [item] } })
    const rows = Array.from({ length: 5 }, (_, place) => ({
      ...{ user: `viewer ${(count + place) % 7}`, platform: 'twitch', value: 9_000 - place * 10 },
    }))
    send('leaderboard', 'leaderboard', { data: { rows, unit: null } })
    for (const kind of ['poll', 'prediction'] as const) {
      const options = ['One', 'Two', 'Three'].map((title, index) => {
        return { title, votes: (count * (index + 1)) % 97, is_outcome: false }
      })
      const round = { id: 1, kind, title: 'Which one?', status: 'open', word: '!vote', options, entries: count }
      send(kind, 'round', {
        data: { round: { ...round, names: [], winners: [], ends_at: at + 90_000, changed_at: at } },
      })
    }
  }

  return {
    show() {
      stage.send({ type: 'widgets', widgets })
      for (const { type, sample } of definitions) {
        for (const source of sourcesOf(type, sample.data)) {
          send(type, source, { data: Reflect.get(sample.data, source) ?? {} })
        }
      }
      all()
    },
    begin() {
      const now = { title: 'A song', artist: 'Somebody', requested_by: null, seconds: 180, image: null }
      send('song', 'song', { data: { playing: true, position: 0, at: Date.now(), queue: [], now } })
      timers.push(setInterval(chat, chatEveryMs), setInterval(all, allEveryMs))
    },
    end() {
      for (const timer of timers.splice(0)) clearInterval(timer)
    },
  }
}

function sourcesOf(type: string, data: object): readonly string[] {
  return type === 'emotes' ? ['emotes'] : Object.keys(data)
}

function value(type: string, now: number) {
  return { name: 'a value', type, value: now, running: false, at: 0 }
}
