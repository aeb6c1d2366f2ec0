import { type Catalogue, defineMessages, type Message, message } from '../kernel/text/message.ts'
import { commonLabels } from './common-labels.ts'
import { commonWords } from './common-words.ts'
import type { WrittenStep } from './define-step.ts'
import { labelMessage } from './field-texts.ts'
import { defineStarterTexts, inChannelLanguage } from './starter-texts.ts'

/** The groups of recipes as people see them. */
export const recipeGroups = defineMessages('recipes.groups', {
  alerts: 'Event alerts',
  thanks: 'Thanks and greetings',
  counters: 'Counters, goals and clocks',
  chat: 'Chat commands and games',
  rounds: 'Giveaways, polls and predictions',
  songs: commonLabels.songRequests,
  show: 'During the show',
  ai: commonWords.aiBot,
})
export type RecipeGroup = keyof typeof recipeGroups

/** What must be there beside the automation itself. */
export const recipeNeeds = defineMessages('recipes.needs', {
  overlay: 'The overlay in OBS',
  alert: 'An audio alert with the name of the step',
  effect: 'An effect with the name of the step',
  twitch: 'A Twitch account',
  reward: 'A channel point reward with the name of the trigger',
  obs: 'OBS, connected in the panel',
  discord: 'The Discord bot, connected in the panel, with a default channel',
  show: 'A show with cues',
  host: 'The host of the address, allowed under Settings › Channel › Web addresses',
  donations: 'A donation service',
  value: 'The named value that another recipe or command changes',
})
export type RecipeNeed = keyof typeof recipeNeeds

/** What starts the automation of a recipe, in the format of files. */
export type RecipeTrigger =
  | { readonly type: 'event'; readonly event: string; readonly where?: Readonly<Record<string, unknown>> }
  | { readonly type: 'schedule'; readonly every_minutes: number; readonly min_chat_lines?: number }
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'reward'; readonly reward: string }
  | { readonly type: 'value'; readonly name: string; readonly reaches: number }
  | { readonly type: 'manual' }

/** An automation in the format of files, which `save-automation` takes. */
export interface RecipeAutomation {
  readonly version: 1
  readonly name: string
  readonly active: 1
  readonly trigger: RecipeTrigger
  readonly run?: {
    readonly mode?: 'parallel' | 'queue' | 'drop'
    readonly cooldown_seconds?: number
    readonly only_live?: 0 | 1
    readonly hold_in_shield_mode?: 0 | 1
  }
  readonly steps: readonly WrittenStep[]
}

export interface RecipeDefinition<Name extends string = string> {
  /** Never changes: the panel links to it. */
  readonly name: Name
  readonly group: RecipeGroup
  readonly title: Message<string>
  readonly help: Message<string>
  readonly needs: readonly RecipeNeed[]
  readonly automation: RecipeAutomation
  /** The automation with what viewers read in this language. */
  readonly automationIn: (catalogue: Catalogue) => RecipeAutomation
}

/** An automation to add with one click. Its title becomes the name of the automation. */
export function defineRecipe<const Name extends string>(recipe: {
  readonly name: Name
  readonly group: RecipeGroup
  readonly title: string
  readonly help: string
  readonly needs?: readonly RecipeNeed[]
  readonly trigger: RecipeTrigger
  readonly run?: RecipeAutomation['run']
  readonly steps: RecipeAutomation['steps']
}): RecipeDefinition<Name> {
  const { name, group, title, help, needs = [], trigger, run, steps } = recipe
  const textKey = `starterTexts.recipes.${name}`
  defineStarterTexts(textKey, steps)
  const automation = { version: 1, name: title, active: 1, trigger, ...(run !== undefined && { run }), steps } as const
  return {
    name,
    group,
    title: labelMessage(`recipes.${name}.title`, title),
    help: message<string>(`recipes.${name}.help`, help),
    needs,
    automation,
    automationIn: (catalogue) => ({ ...automation, steps: inChannelLanguage(textKey, steps, catalogue) }),
  }
}
