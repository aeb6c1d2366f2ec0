import { type IconName, iconPaths } from '../../../definitions/icons.ts'
import { relayedObject } from '../../../kernel/schema/open-schema.ts'
import {
  boolean,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { platformWords } from '../../../platforms/contract/platforms.ts'
import { type DeckStateType, deckStateTypes } from './deck-states.ts'

export const deckLimits = {
  /** Of one channel. */
  decks: 50,
  pages: 20,
  /** Of one page. */
  buttons: 60,
  /** Of one deck, while they work. */
  links: 20,
  nameLength: 60,
  labelLength: 40,
  cooldownSeconds: 600,
} as const

/** The colour of a button's edge and icon. */
export const deckColors = ['none', 'amber', 'green', 'red', 'blue', 'teal', 'pink'] as const
export type DeckColor = (typeof deckColors)[number]

export const iconNames = Object.keys(iconPaths) as [IconName, ...IconName[]]

const deckCall = object({
  operation: text({ min: 1, max: 100, description: 'The operation, as in its address.' }),
  input: withDefault(relayedObject({ description: 'The body of the call, which the operation checks.' }), {}),
})

const option = (description: string) => optional(text({ max: 100, cleaning: 'line', description }))

const deckState = object({
  type: oneOf(deckStateTypes),
  platform: optional(oneOf(platformWords, { description: 'Of shield, viewers and points.' })),
  username: option('Whose points.'),
  value: option('The name of the value.'),
  show: option('The show by its name or id.'),
  scene: option('The scene that lights the button.'),
})

const deckButton = object({
  label: text({ min: 1, max: deckLimits.labelLength, cleaning: 'line' }),
  icon: optional(oneOf(iconNames)),
  color: withDefault(oneOf(deckColors), 'none'),
  confirm: withDefault(boolean({ description: 'Asks before it acts.' }), false),
  cooldown_seconds: withDefault(integer({ min: 0, max: deckLimits.cooldownSeconds }), 0),
  action: optional({ ...deckCall, description: 'What a press does. Without it the button only shows its state.' }),
  action_when_on: optional({ ...deckCall, description: 'What a press does while the state is on.' }),
  state: optional(deckState),
})

/** A deck as the panel writes it and as it is stored: pages of buttons. */
export const deckFields = {
  name: text({ min: 1, max: deckLimits.nameLength, cleaning: 'line', description: 'The name of the deck.' }),
  pages: list(
    object({
      name: text({ min: 1, max: deckLimits.nameLength, cleaning: 'line' }),
      buttons: list(deckButton, { max: deckLimits.buttons }),
    }),
    { min: 1, max: deckLimits.pages, description: 'Pages of buttons, in the order in which they are shown.' },
  ),
}

export type DeckCall = Static<typeof deckCall>
export type DeckState = Static<typeof deckState> & { readonly type: DeckStateType }
export type DeckButton = Static<typeof deckButton>
export type DeckPage = Static<typeof deckFields.pages>[number]
