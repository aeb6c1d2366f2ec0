import type { ServerEvent } from '../../core/event-types.ts'
import type { IconName } from './icons.ts'

/** What the form of a key holds, by the name of the parameter. */
export type Values = Readonly<Record<string, unknown>>
type Answer = Readonly<Record<string, unknown>>

/** What a key shows of the state of the server. */
export interface LiveState {
  readonly isOn?: boolean | undefined
  readonly value?: string | undefined
  readonly label?: string | undefined
}

export interface Call {
  readonly operation: string
  readonly values: Values
}

/** Where the choices of a parameter come from, such as the alerts of the channel. */
export interface ChoiceSource {
  readonly operation: string
  read(answer: Answer): readonly { readonly value: string; readonly label: string }[]
}

/** The state that a key shows, and when it is read again. */
export interface Live {
  /** Undefined while something that is needed is not entered. */
  read(values: Values): Call | undefined
  stateOf(answer: Answer, values: Values): LiveState
  /** Types of events after which it is read again. */
  readonly events: readonly string[]
  /** For what no event reports. */
  readonly everySeconds?: number
}

/** An action that needs nothing but a few choices. All of them are calls of operations. */
export interface ReadyAction {
  /** The last part of its identifier, which never changes: keys are stored with it. */
  readonly id: string
  readonly title: string
  readonly tooltip: string
  readonly icon: IconName
  /** The operation whose parameters the form shows; undefined: the person chooses one. */
  readonly operation?: string
  /** The parameters of the form, in this order; left out: all. */
  readonly fields?: readonly string[]
  readonly choices?: Readonly<Record<string, ChoiceSource>>
  readonly live?: Live
  /** What a press calls where that depends on the state; undefined: it only reads the state again. */
  press?(values: Values, state: LiveState): Call | undefined
  /** Whether this event is about what the key stands for, so that the key lights up. */
  lightsUp?(event: ServerEvent, values: Values): boolean
}

const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Answer) : {})
const list = (value: unknown): readonly Answer[] => (Array.isArray(value) ? value.map(record) : [])
const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const same = (one: unknown, other: unknown) => text(one) !== '' && text(one).toLowerCase() === text(other).toLowerCase()

function names(operation: string, part: string, value = 'name', label = value): ChoiceSource {
  return {
    operation,
    read: (answer) => list(answer[part]).map((item) => ({ value: text(item[value]), label: text(item[label]) })),
  }
}

const scenes = names('obs-list', 'scenes')

export const readyActions: readonly ReadyAction[] = [
  {
    id: 'operation',
    title: 'Any operation',
    tooltip: 'Calls any operation of the server.',
    icon: 'call',
  },
  {
    id: 'clip',
    title: 'Clip',
    tooltip: 'Creates a clip of the last seconds.',
    icon: 'clip',
    operation: 'clip',
    lightsUp: ({ type }) => type === 'clip.created',
  },
  {
    id: 'alert',
    title: 'Alert',
    tooltip: 'Plays an audio alert.',
    icon: 'alert',
    operation: 'trigger-audio-alert',
    fields: ['name', 'username'],
    choices: { name: names('list-audio-alerts', 'alerts') },
    lightsUp: ({ type, data }, values) => type === 'overlay.audio-alert' && same(data.name, values.name),
  },
  {
    id: 'speech',
    title: 'Text to speech',
    tooltip: 'Reads a text aloud on the overlay.',
    icon: 'speech',
    operation: 'tts',
    lightsUp: ({ type, data }, values) => type === 'overlay.speech' && same(data.text, values.text),
  },
  {
    id: 'effect',
    title: 'Effect',
    tooltip: 'Shows an effect on the overlay.',
    icon: 'effect',
    operation: 'effect-trigger',
    fields: ['overlay_id'],
    choices: { overlay_id: names('list-effects', 'effects', 'overlay_id', 'name') },
    lightsUp: ({ type, data }, values) => type === 'overlay.effect' && same(data.overlay_id, values.overlay_id),
  },
  {
    id: 'song',
    title: 'Song',
    tooltip: 'Plays and pauses the music, and shows the song.',
    icon: 'song',
    operation: 'start-song',
    live: {
      read: () => ({ operation: 'list-song-requests', values: {} }),
      stateOf: ({ playing, song }) => ({ isOn: playing === 1, label: text(record(song).title) }),
      events: ['music.started', 'music.paused', 'music.skipped', 'song.skipped'],
    },
    press: (_values, { isOn }) => ({ operation: isOn === true ? 'stop-song' : 'start-song', values: {} }),
  },
  {
    id: 'message',
    title: 'Chat message',
    tooltip: 'Sends a message to the chat.',
    icon: 'message',
    operation: 'send-message',
  },
  {
    id: 'command',
    title: 'Command',
    tooltip: 'Runs a chat command.',
    icon: 'command',
    operation: 'run-command',
    fields: ['command', 'message', 'username'],
    choices: { command: names('list-commands', 'commands', 'command') },
    lightsUp: ({ type, data }, values) =>
      type === 'command.ran' && same(text(data.command).replace(/^!/, ''), text(values.command).replace(/^!/, '')),
  },
  {
    id: 'automation',
    title: 'Automation',
    tooltip: 'Runs an automation.',
    icon: 'automation',
    operation: 'run-automation',
    fields: ['name', 'data'],
    choices: {
      name: {
        operation: 'list-automations',
        read: ({ automations }) =>
          list(automations)
            .filter(({ source }) => text(source).startsWith('automation:'))
            .map(({ name }) => ({ value: text(name), label: text(name) })),
      },
    },
    lightsUp: ({ type, data }, values) => type === 'automation.ran' && same(data.name, values.name),
  },
  {
    id: 'cue',
    title: 'Cue Go',
    tooltip: 'Starts the next cue of a show, and shows which one that is.',
    icon: 'cue',
    operation: 'go-cue',
    fields: ['show'],
    choices: { show: names('list-shows', 'shows') },
    live: {
      read: ({ show }) => ({ operation: 'list-cues', values: { show } }),
      stateOf({ state, next, cues }) {
        const cue = list(cues).find(({ number }) => number === next)
        return { isOn: state === 'running', value: text(next), label: cue === undefined ? 'End' : text(cue.name) }
      },
      events: [
        'show.started',
        'show.ended',
        'show.held',
        'show.resumed',
        'show.changed',
        'cue.started',
        'cue.finished',
      ],
    },
  },
  {
    id: 'scene',
    title: 'OBS scene',
    tooltip: 'Switches the scene of OBS, and is lit while it is on air.',
    icon: 'scene',
    operation: 'obs-scene',
    choices: { scene: scenes },
    live: {
      read: () => ({ operation: 'obs-status', values: {} }),
      stateOf: ({ scene }, values) => ({ isOn: same(scene, values.scene) }),
      events: ['obs.scene-changed', 'obs.connected', 'obs.disconnected'],
    },
  },
  {
    id: 'points',
    title: 'Points counter',
    tooltip: 'Shows the points of a viewer. A press adds the amount, if there is one.',
    icon: 'points',
    operation: 'add-points',
    fields: ['username', 'platform', 'amount'],
    live: {
      read: ({ username, platform }) =>
        text(username) === '' ? undefined : { operation: 'get-points', values: { username, platform } },
      stateOf: ({ points, displayname }) => ({ value: text(points), label: text(displayname) }),
      events: ['points.changed', 'points.transferred', 'points.earned'],
    },
    press: (values) => (text(values.amount).trim() === '' ? undefined : { operation: 'add-points', values }),
  },
  {
    id: 'shield',
    title: 'Shield mode',
    tooltip: 'Turns shield mode on and off, and is lit while it is on.',
    icon: 'shield',
    operation: 'shield-mode',
    fields: ['platform'],
    live: {
      read: ({ platform }) => ({ operation: 'shield-mode', values: { mode: 'status', platform } }),
      stateOf: ({ mode }) => ({ isOn: mode === 'on' }),
      events: ['moderation.shield'],
    },
    press: ({ platform }, { isOn }) => ({
      operation: 'shield-mode',
      values: { mode: isOn === true ? 'off' : 'on', platform },
    }),
  },
  {
    id: 'viewers',
    title: 'Viewer count',
    tooltip: 'Shows how many people watch.',
    icon: 'viewers',
    operation: 'get-stream-meta',
    live: {
      read: ({ platform }) => ({ operation: 'get-stream-meta', values: { platform } }),
      stateOf: ({ viewer_count: count, is_live_any: isLive }) => ({
        isOn: isLive === 1,
        value: text(count),
        label: isLive === 1 ? 'watching' : 'offline',
      }),
      events: ['stream.online', 'stream.already-live', 'stream.offline'],
      everySeconds: 20,
    },
    press: () => undefined,
  },
]

/** The dial is the only action without a key. */
export const volumeAction = {
  id: 'volume',
  title: 'OBS volume',
  tooltip: 'Turn for the volume of an input of OBS, press to mute it.',
  icon: 'volume',
  operation: 'obs-audio',
  fields: ['input'],
  choices: { input: names('obs-list', 'inputs') },
} as const satisfies ReadyAction

export const pluginId = 'io.showcaller.deck'

export function findAction(uuid: string): ReadyAction | undefined {
  return [...readyActions, volumeAction].find(({ id }) => uuid === `${pluginId}.${id}`)
}
