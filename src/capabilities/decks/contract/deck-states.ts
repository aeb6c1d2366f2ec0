import { commonWords } from '../../../definitions/common-words.ts'
import { numberOf } from '../../../kernel/text/formats.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

// What a button of a deck can show live. The page of the deck loads this file, so it imports nothing but texts.

/** What a button shows of its state. `isOn` lights it up; null: the state is neither on nor off. */
export interface ShownButtonState {
  readonly text: string
  readonly isOn: boolean | null
}

/** The answer of the operation that reads a state. */
type Answer = Readonly<Record<string, unknown>>

/** What the state of one button is about, such as whose points. */
export interface StateOptions {
  readonly platform?: string | undefined
  readonly username?: string | undefined
  readonly value?: string | undefined
  readonly show?: string | undefined
  readonly scene?: string | undefined
}

export interface StateDefinition {
  readonly title: () => string
  readonly help: () => string
  /** What must be said about it. */
  readonly needs: readonly (keyof StateOptions)[]
  /** What may be said about it. */
  readonly takes: readonly (keyof StateOptions)[]
  /** The operation that reads it, in the names of the specification. */
  readonly operation: string
  readonly input: (options: StateOptions) => Answer
  /** Types of events after which it is read again. */
  readonly events: readonly string[]
  /** For what changes without an event. */
  readonly everySeconds?: number
  /** `ageSeconds`: how long ago the answer was true. */
  readonly show: (answer: Answer, options: StateOptions, ageSeconds: number) => ShownButtonState
}

export const stateMessages = defineMessages('deckStates', {
  shield: commonWords.shieldMode,
  shieldHelp: 'Lit while shield mode is on.',
  song: 'Song',
  songHelp: 'The title of the current song; lit while it plays.',
  cue: 'Next cue',
  cueHelp: 'The cue that the next Go starts; lit while the show runs.',
  viewers: commonWords.viewers,
  viewersHelp: 'The number of viewers; lit while the stream is live.',
  points: 'Points of a viewer',
  pointsHelp: 'The balance of one viewer.',
  value: 'Named value',
  valueHelp: 'A counter, text or clock of the channel; a running clock is lit.',
  scene: 'OBS scene',
  sceneHelp: 'The scene that is on air. With a scene of your choice: lit while that one is on air.',
  recording: 'OBS recording',
  recordingHelp: 'Lit while OBS records.',
  streaming: 'OBS stream',
  streamingHelp: 'Lit while OBS streams.',
  on: commonWords.isOn,
  off: commonWords.isOff,
  nothingPlays: 'No song',
  noCue: 'No cue',
  obsAway: 'OBS not connected',
  items: { plural: 'count', one: '{count:number} item', other: '{count:number} items' },
})
const messages = stateMessages

const obsEvents = ['obs.connected', 'obs.disconnected'] as const

/** Every state that a button can show. */
export const deckStates = {
  shield: {
    title: messages.shield,
    help: messages.shieldHelp,
    needs: [],
    takes: ['platform'],
    operation: 'shield-mode',
    input: ({ platform }) => ({ mode: 'status', ...(platform === undefined ? {} : { platform }) }),
    events: ['moderation.shield'],
    show: ({ mode }) => onOff(mode === 'on'),
  },
  song: {
    title: messages.song,
    help: messages.songHelp,
    needs: [],
    takes: [],
    operation: 'list-song-requests',
    input: () => ({}),
    events: ['music.started', 'music.paused', 'music.skipped', 'song.skipped', 'song.requested', 'song.removed'],
    // A song ends without an event.
    everySeconds: 30,
    show: ({ playing, song }) => ({
      text: song === null ? messages.nothingPlays() : String((song as Answer).title),
      isOn: playing === 1,
    }),
  },
  cue: {
    title: messages.cue,
    help: messages.cueHelp,
    needs: [],
    takes: ['show'],
    operation: 'list-cues',
    input: ({ show }) => (show === undefined ? {} : { show }),
    events: [
      'show.started',
      'show.held',
      'show.resumed',
      'show.ended',
      'show.changed',
      'show.removed',
      'cue.started',
      'cue.finished',
    ],
    show({ state, next, cues }) {
      const cue = (cues as readonly Answer[]).find(({ number }) => number === next)
      return {
        text: cue === undefined ? messages.noCue() : `${String(cue.number)} ${String(cue.name)}`.trim(),
        isOn: state === 'running',
      }
    },
  },
  viewers: {
    title: messages.viewers,
    help: messages.viewersHelp,
    needs: [],
    takes: ['platform'],
    operation: 'get-stream-meta',
    input: ({ platform }) => (platform === undefined ? {} : { platform }),
    events: ['stream.online', 'stream.already-live', 'stream.offline'],
    everySeconds: 30,
    show: ({ viewer_count, is_live_any }) => ({ text: amount(viewer_count), isOn: is_live_any === 1 }),
  },
  points: {
    title: messages.points,
    help: messages.pointsHelp,
    needs: ['username', 'platform'],
    takes: [],
    operation: 'get-points',
    input: ({ username, platform }) => ({ username, platform }),
    events: ['points.changed', 'points.transferred', 'points.earned'],
    show: ({ points }) => ({ text: amount(points), isOn: null }),
  },
  value: {
    title: messages.value,
    help: messages.valueHelp,
    needs: ['value'],
    takes: [],
    operation: 'get-value',
    input: ({ value }) => ({ name: value }),
    events: ['value.changed', 'value.defined', 'value.deleted'],
    show({ type, value, running, count, direction }, _options, ageSeconds) {
      const isOn = running === undefined ? null : running === 1
      if (type === 'list') return { text: messages.items({ count: Number(count ?? 0) }), isOn }
      if (type !== 'clock') return { text: typeof value === 'number' ? amount(value) : String(value ?? ''), isOn }
      const passed = isOn === true ? ageSeconds : 0
      return { text: clockText(Number(value) + (direction === 'down' ? -passed : passed)), isOn }
    },
  },
  scene: {
    title: messages.scene,
    help: messages.sceneHelp,
    needs: [],
    takes: ['scene'],
    operation: 'obs-status',
    input: () => ({}),
    events: ['obs.scene-changed', ...obsEvents],
    show: ({ connected, scene: current }, { scene }) =>
      connected === 1
        ? { text: String(current ?? ''), isOn: scene === undefined ? null : current === scene }
        : { text: messages.obsAway(), isOn: null },
  },
  recording: {
    title: messages.recording,
    help: messages.recordingHelp,
    needs: [],
    takes: [],
    operation: 'obs-status',
    input: () => ({}),
    events: ['obs.recording-started', 'obs.recording-stopped', ...obsEvents],
    show: ({ connected, recording }) => ofObs(connected, recording),
  },
  streaming: {
    title: messages.streaming,
    help: messages.streamingHelp,
    needs: [],
    takes: [],
    operation: 'obs-status',
    input: () => ({}),
    events: ['obs.streaming-started', 'obs.streaming-stopped', ...obsEvents],
    show: ({ connected, streaming }) => ofObs(connected, streaming),
  },
} as const satisfies Readonly<Record<string, StateDefinition>>

export type DeckStateType = keyof typeof deckStates
export const deckStateTypes = Object.keys(deckStates) as [DeckStateType, ...DeckStateType[]]

export function stateDefinition(type: DeckStateType): StateDefinition {
  return deckStates[type]
}

/** The types of events after which states are read that these operations read. */
export function stateEventsOf(operations: ReadonlySet<string>): ReadonlySet<string> {
  const states = deckStateTypes.map(stateDefinition).filter(({ operation }) => operations.has(operation))
  return new Set(states.flatMap(({ events }) => events))
}

function onOff(isOn: boolean): ShownButtonState {
  return { text: isOn ? messages.on() : messages.off(), isOn }
}

function ofObs(connected: unknown, active: unknown): ShownButtonState {
  return connected === 1 ? onOff(active === 1) : { text: messages.obsAway(), isOn: null }
}

function amount(value: unknown): string {
  return numberOf(Number(value))
}

function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}
