import { defineStep } from '../../../definitions/define-step.ts'
import { maxAmount } from '../../../definitions/fields.ts'
import { permissionRoles, roleTitles } from '../../../definitions/roles.ts'
import { target } from '../../../definitions/shared-fields.ts'
import { boolean, integer, list, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platformRoundKinds, roundKinds, roundKindTitles, roundLimits } from './rounds.ts'

const round = optional(integer({ title: 'Round ID', min: 1, max: Number.MAX_SAFE_INTEGER, control: 'hidden' }))
const kindTitles = Object.fromEntries(roundKinds.map((kind) => [kind, roundKindTitles[kind].text])) as Readonly<
  Record<(typeof roundKinds)[number], string>
>
const whoTitles = Object.fromEntries(permissionRoles.map((role) => [role, roleTitles[role].text])) as Readonly<
  Record<(typeof permissionRoles)[number], string>
>
const option = text({ title: 'Option', max: roundLimits.option, cleaning: 'line' })

export const roundSteps = [
  defineStep({
    type: 'open_round',
    group: 'rounds',
    icon: 'gift',
    title: 'Open round',
    help: 'Opens a giveaway, a poll, a prediction or a trivia round. Viewers enter in chat.',
    input: object({
      kind: withDefault(oneOf(roundKinds, { title: 'Kind', titles: kindTitles }), 'giveaway'),
      title: text({ title: 'Prize or question', min: 1, max: roundLimits.title, cleaning: 'line' }),
      options: withDefault(
        list(text({ min: 1, max: roundLimits.option, cleaning: 'line' }), {
          title: 'Options or right answers, one per line',
          max: roundLimits.options.trivia,
        }),
        [],
      ),
      word: optional(text({ title: 'Chat word', max: roundLimits.word, cleaning: 'line' })),
      seconds: optional(integer({ title: 'Closes after seconds', min: 5, max: roundLimits.seconds })),
      price: withDefault(integer({ title: 'Price in points', min: 0, max: maxAmount }), 0),
      who: withDefault(oneOf(permissionRoles, { title: 'Who can enter', titles: whoTitles }), 'everyone'),
      winners: withDefault(integer({ title: 'Winners', min: 1, max: roundLimits.winners }), 1),
      prize: withDefault(integer({ title: 'Points for each winner', min: 0, max: maxAmount }), 0),
      announce: withDefault(boolean({ title: 'Announce in chat' }), false),
      platform: optional(
        oneOf(['twitch'], {
          title: 'Run by',
          titles: { twitch: 'Twitch' },
          description: `Only ${platformRoundKinds.join(' or ')}.`,
        }),
      ),
    }),
    needs: ['rounds:write'],
    example: { type: 'open_round', kind: 'giveaway', title: 'A keyboard', seconds: 300, announce: true },
    sentence: 'Open a round ({kind}): “{title}”[ for {seconds} s]',
  }),

  defineStep({
    type: 'enter_round',
    group: 'rounds',
    icon: 'plus',
    title: 'Enter round',
    help: 'Enters the viewer, by default whoever runs the command, in the newest open round.',
    input: object({
      target: optional(target),
      option: optional(option),
      points: optional(integer({ title: 'Points on the option', min: 1, max: maxAmount })),
      tickets: optional(integer({ title: 'Tickets', min: 1, max: roundLimits.tickets })),
      round,
    }),
    needs: ['rounds:write'],
    example: { type: 'enter_round', option: '$(args)' },
    sentence: 'Enter the open round[ for {target}][: {option}][, {points} points]',
  }),

  defineStep({
    type: 'close_round',
    group: 'rounds',
    icon: 'pause',
    title: 'Close round',
    help: 'Closes the newest open round. A poll is counted by this.',
    input: object({ round }),
    needs: ['rounds:write'],
    example: { type: 'close_round' },
    sentence: 'Close the open round',
  }),

  defineStep({
    type: 'draw_round',
    group: 'rounds',
    icon: 'gift',
    title: 'Draw round',
    help: 'Draws the winners of a giveaway, or pays out a prediction with the option that came true.',
    input: object({
      option: optional(text({ title: 'Option that came true', max: roundLimits.option, cleaning: 'line' })),
      winners: optional(integer({ title: 'Winners', min: 1, max: roundLimits.winners })),
      again: withDefault(boolean({ title: 'Draw a further winner of the last giveaway' }), false),
      round,
    }),
    needs: ['rounds:write'],
    example: { type: 'draw_round', winners: 1 },
    sentence: 'Draw the round[: {option}][, {winners} winners]',
  }),

  defineStep({
    type: 'cancel_round',
    group: 'rounds',
    icon: 'close',
    title: 'Cancel round',
    help: 'Cancels the newest round that has not ended, and gives back what viewers paid.',
    input: object({ round }),
    needs: ['rounds:write'],
    example: { type: 'cancel_round' },
    sentence: 'Cancel the round',
  }),
] as const
