import { defineStep } from '../../../definitions/define-step.ts'
import { target } from '../../../definitions/shared-fields.ts'
import { boolean, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

const answer = withDefault(boolean({ title: 'Answer in chat' }), true)

export const maxSongText = 500

export const songSteps = [
  defineStep({
    type: 'request_song',
    group: 'songs',
    icon: 'music',
    title: 'Request song',
    help: 'Adds a song to the queue for the viewer, by default whoever runs the command. It plays once, before the queue continues. The rules are on the Music page.',
    input: object({
      // Empty where a viewer writes nothing behind the command: the answer in chat says what is missing.
      song: withDefault(text({ title: 'Title or link', max: maxSongText, cleaning: 'line' }), ''),
      target: optional(target),
      answer,
    }),
    needs: ['music:control'],
    repliesInChat: true,
    example: { type: 'request_song', song: '$(args)' },
    sentence: 'Request the song “{song}”[ for {target}]',
  }),

  defineStep({
    type: 'remove_song_request',
    group: 'songs',
    icon: 'close',
    title: 'Remove song request',
    help: 'Removes the newest song of the viewer, by default whoever runs the command, that has not begun, and gives the price back.',
    input: object({ target: optional(target), answer }),
    needs: ['music:control'],
    repliesInChat: true,
    example: { type: 'remove_song_request' },
    sentence: 'Remove the newest song request[ of {target}]',
  }),

  defineStep({
    type: 'vote_skip',
    group: 'songs',
    icon: 'skip',
    title: 'Vote to skip',
    help: 'Adds a vote to skip the current song. Enough votes skip it.',
    input: object({ answer }),
    needs: ['music:control'],
    repliesInChat: true,
    example: { type: 'vote_skip' },
    sentence: 'Vote to skip the song',
  }),
] as const
