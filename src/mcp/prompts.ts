import type { Scope } from '../kernel/operation/contract/scopes.ts'
import { promptTexts as texts } from './messages.ts'

type Given = Readonly<Record<string, string>>

/** A job that a person starts by name. */
export interface Prompt {
  readonly name: string
  readonly title: () => string
  readonly help: () => string
  readonly arguments: readonly { readonly name: string; readonly help: () => string; readonly isRequired: boolean }[]
  /** What the job cannot do without. */
  readonly needs: readonly Scope[]
  readonly write: (given: Given) => string
}

export const prompts: readonly Prompt[] = [
  {
    name: 'prepare-stream',
    title: texts.startTitle,
    help: texts.startHelp,
    arguments: [{ name: 'game', help: texts.game, isRequired: true }],
    needs: ['stream:read', 'stream:write', 'chat:bot'],
    write: ({ game = '' }) => texts.startText({ game }),
  },
  {
    name: 'recap',
    title: texts.recapTitle,
    help: texts.recapHelp,
    arguments: [{ name: 'since', help: texts.since, isRequired: true }],
    needs: ['activity:read', 'stream:read'],
    write: ({ since = '' }) => texts.recapText({ since }),
  },
  {
    name: 'giveaway',
    title: texts.giveawayTitle,
    help: texts.giveawayHelp,
    arguments: [{ name: 'prize', help: texts.prize, isRequired: true }],
    needs: ['rounds:read', 'rounds:write', 'chat:bot'],
    write: ({ prize = '' }) => texts.giveawayText({ prize }),
  },
  {
    name: 'check-moderation',
    title: texts.moderationTitle,
    help: texts.moderationHelp,
    arguments: [],
    needs: ['moderation:read'],
    write: () => texts.moderationText(),
  },
  {
    name: 'assist-show',
    title: texts.showTitle,
    help: texts.showHelp,
    arguments: [],
    needs: ['cues:read', 'cues:run'],
    write: () => texts.showText(),
  },
]
