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
  return { name: messages.firstName(), pages: [{ name: messages.firstPage(), buttons: [] }] }
}

/** A button without anything of its own. */
export const plainButton = { color: 'none', confirm: false, cooldown_seconds: 0 } as const
export const emptyButton: DeckButton = { ...plainButton, label: '' }
const call = (operation: string, input: Readonly<Record<string, unknown>> = {}) => ({ operation, input })

type Ready = keyof typeof readyLabels
type ReadyButton = Omit<DeckButton, 'label' | 'color' | 'confirm' | 'cooldown_seconds'> & Partial<DeckButton>

/** Buttons that show a state and do what fits it. */
const ready: Readonly<Record<Ready, ReadyButton>> = {
  go: { icon: 'play', color: 'green', action: call('go-cue'), state: { type: 'cue' } },
  music: {
    icon: 'music',
    action: call('start-song'),
    action_when_on: call('stop-song'),
    state: { type: 'song' },
  },
  shield: {
    icon: 'shield',
    color: 'red',
    action: call('shield-mode', { mode: 'on' }),
    action_when_on: call('shield-mode', { mode: 'off' }),
    state: { type: 'shield' },
  },
  record: {
    icon: 'stop',
    color: 'red',
    action: call('obs-output', { output: 'record', action: 'start' }),
    action_when_on: call('obs-output', { output: 'record', action: 'stop' }),
    state: { type: 'recording' },
  },
  viewers: { icon: 'viewers', state: { type: 'viewers' } },
  points: { icon: 'coin', state: { type: 'points', platform: 'PlatformA' } },
  counter: { icon: 'values', action: call('add-to-value', { amount: 1 }), state: { type: 'value' } },
}

export const readyNames = Object.keys(ready) as readonly Ready[]

/** A button, and whether it is complete or lacks what only the person knows, such as whose points. */
export function readyButton(name: Ready): { readonly button: DeckButton; readonly isComplete: boolean } {
  const button = { ...plainButton, label: readyLabels[name](), ...ready[name] }
  return { button, isComplete: name !== 'points' && name !== 'counter' }
}

/** Where the unsaved changes of a deck are kept. */
export function deckPlace(id: number | undefined): string {
  return `deck:${id ?? 'new'}`
}
