import type { DeckButton, DeckPage } from '../../../../src/capabilities/decks/contract/decks.ts'
import type { Answer } from '../../api.ts'
import { deckMessages as messages, readyLabels } from './messages.ts'

export type DeckEntry = Answer<'list-decks'>['decks'][number]
export type StoredDeck = Answer<'get-deck'>

export interface DeckDraft {
  readonly name: string
  readonly pages: readonly DeckPage[]
}

export function newDraft(): DeckDraft {
  return { name: '', pages: [{ name: messages.firstPage(), buttons: [] }] }
}

const plain = { color: 'none', confirm: false, cooldown_seconds: 0 } as const
export const emptyButton: DeckButton = { ...plain, label: '' }
const call = (operation: string, input: Readonly<Record<string, unknown>> = {}) => ({ operation, input })

type Ready = keyof typeof readyLabels
type ReadyButton = Omit<DeckButton, 'label' | 'color' | 'confirm' | 'cooldown_seconds'> & Partial<DeckButton>

const ready: Readonly<Record<Ready, ReadyButton>> = {
  command: { icon: 'commands', action: call('run-command') },
  automation: { icon: 'automations', action: call('run-automation') },
  go: { icon: 'play', color: 'green', action: call('go-cue'), state: { type: 'cue' } },
  hold: { icon: 'pause', action: call('hold-cues') },
  clip: { icon: 'clip', cooldown_seconds: 10, action: call('clip') },
  message: { icon: 'chat', action: call('send-message') },
  speech: { icon: 'volume', action: call('tts') },
  alert: { icon: 'alerts', action: call('trigger-audio-alert') },
  effect: { icon: 'effects', action: call('effect-trigger') },
  music: {
    icon: 'music',
    action: call('start-song'),
    action_when_on: call('stop-song'),
    state: { type: 'song' },
  },
  skip: { icon: 'skip', action: call('skip-song') },
  shield: {
    icon: 'shield',
    color: 'red',
    action: call('shield-mode', { mode: 'on' }),
    action_when_on: call('shield-mode', { mode: 'off' }),
    state: { type: 'shield' },
  },
  scene: { icon: 'overlay', action: call('obs-scene'), state: { type: 'scene' } },
  record: {
    icon: 'stop',
    color: 'red',
    action: call('obs-output', { output: 'record', action: 'start' }),
    action_when_on: call('obs-output', { output: 'record', action: 'stop' }),
    state: { type: 'recording' },
  },
  viewers: { icon: 'viewers', state: { type: 'viewers' } },
  points: { icon: 'coin', state: { type: 'points', platform: 'PlatformA' } },
  counter: {
    icon: 'values',
    action: call('add-to-value', { amount: 1 }),
    state: { type: 'value' },
  },
}

export const readyNames = Object.keys(ready) as readonly Ready[]

/** A button that is complete but for what only the person knows, such as which command. */
export function readyButton(name: Ready): DeckButton {
  return { ...plain, label: readyLabels[name](), ...ready[name] }
}

/** Where the unsaved changes of a deck are kept. */
export function deckPlace(id: number | undefined): string {
  return `deck:${id ?? 'new'}`
}
