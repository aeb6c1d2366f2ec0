import { type Message, message } from '../../../kernel/text/message.ts'

export interface VariableDefinition<Name extends string = string> {
  readonly name: Name
  /** How it is written, with its arguments. */
  readonly usage: string
  readonly help: Message<string>
  /** A text, and what it becomes when alice types `@bob 7` after the command. */
  readonly example: readonly [text: string, result: string | readonly string[]]
}

function defineVariable<const Name extends string>(definition: {
  readonly name: Name
  readonly usage?: string
  readonly help: string
  readonly example: VariableDefinition['example']
}): VariableDefinition<Name> {
  const { name, usage = `$(${name})`, help, example } = definition
  return { name, usage, help: message<string>(`variables.${name}.help`, help), example }
}

export const maxTopPlaces = 10
export const maxQueuedSongs = 10

const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const exampleWords: Readonly<Record<string, string>> = { 1: '@bob', 2: '7' }

/** Every variable of replies and steps, in the order in which people see them. */
export const variables = [
  defineVariable({
    name: 'user',
    help: 'Username of the viewer who runs the command.',
    example: ['Hello $(user)!', 'Hello alice!'],
  }),
  defineVariable({ name: 'userid', help: 'Their user ID on the platform.', example: ['$(userid)', '10001'] }),
  defineVariable({ name: 'displayname', help: 'Their display name.', example: ['$(displayname)', 'Alice'] }),
  defineVariable({
    name: 'touser',
    help: 'The first word after the command without its @; the viewer who runs it if there is none.',
    example: ['$(touser)', 'bob'],
  }),
  defineVariable({ name: 'args', help: 'Everything after the command.', example: ['$(args)', '@bob 7'] }),
  ...places.map((place) =>
    defineVariable({
      name: place,
      help: `Word ${place} after the command.`,
      example: [`[$(${place})]`, `[${exampleWords[place] ?? ''}]`],
    }),
  ),
  defineVariable({ name: 'channel', help: "The broadcaster's username.", example: ['$(channel)', 'streamer'] }),
  defineVariable({
    name: 'platform',
    help: 'The platform where the command was typed.',
    example: ['$(platform)', 'Kick'],
  }),
  defineVariable({ name: 'title', help: 'The stream title.', example: ['$(title)', 'Welcome to the sandbox'] }),
  defineVariable({ name: 'game', help: 'The stream category.', example: ['$(game)', 'Just Chatting'] }),
  defineVariable({
    name: 'uptime',
    help: 'How long the stream has been live.',
    example: ['$(uptime)', '1 h 5 min'],
  }),
  defineVariable({ name: 'viewers', help: 'The number of viewers.', example: ['$(viewers)', '43'] }),
  defineVariable({ name: 'followers', help: 'The number of followers.', example: ['$(followers)', '1280'] }),
  defineVariable({
    name: 'points',
    usage: '$(points [name])',
    help: 'Points of the viewer who runs the command, or of the named viewer.',
    example: ['$(points) $(points bob)', '1200 850'],
  }),
  defineVariable({
    name: 'watchtime',
    usage: '$(watchtime [name])',
    help: 'Their total watch time.',
    example: ['$(watchtime $(touser))', '7 h 4 min'],
  }),
  defineVariable({
    name: 'messages',
    usage: '$(messages [name])',
    help: 'The number of messages they have written.',
    example: ['$(messages bob)', '0'],
  }),
  defineVariable({
    name: 'rank',
    usage: '$(rank [name])',
    help: 'Their rank on the points leaderboard; - if they have none.',
    example: ['$(rank) $(rank bob) $(rank nobody)', '1 2 -'],
  }),
  defineVariable({
    name: 'count',
    help: 'How often the command has run, including this time.',
    example: ['$(count)', '1'],
  }),
  defineVariable({
    name: 'event',
    usage: '$(event.field)',
    help: 'A field of the event that started an automation, such as `$(event.amount)`; empty in a command.',
    example: ['[$(event.amount)]', '[]'],
  }),
  defineVariable({
    name: 'random',
    usage: '$(random [from] [to])',
    help: 'A random whole number from the first to the second, both included; 1 to 100 by default.',
    example: ['$(random 5 6)', ['5', '6']],
  }),
  defineVariable({
    name: 'pick',
    usage: '$(pick one two …)',
    help: 'One of the words, chosen at random.',
    example: ['$(pick heads tails)', ['heads', 'tails']],
  }),
  defineVariable({
    name: 'time',
    usage: '$(time [zone])',
    help: "The time of day in the channel's time zone, or in the named one, such as `Europe/Berlin`.",
    example: ['$(time) $(time Asia/Tokyo)', '19:30 04:30'],
  }),
  defineVariable({
    name: 'song',
    help: 'The current song, also while the player is paused.',
    example: ['$(song)', 'In the Wings by Showcaller'],
  }),
  defineVariable({
    name: 'queue',
    usage: '$(queue [count])',
    help: `The next songs, requests first, 3 by default, at most ${maxQueuedSongs}. Of Spotify only the requests are known.`,
    example: ['$(queue 1)', 'Walking to the Desk by Showcaller'],
  }),
  defineVariable({ name: 'lastfollower', help: 'The latest follower.', example: ['$(lastfollower)', 'Victor'] }),
  defineVariable({ name: 'lastsub', help: 'The latest subscriber.', example: ['$(lastsub)', 'Grace'] }),
  defineVariable({
    name: 'winner',
    help: 'Who won the round that was drawn last; several names are separated by commas.',
    example: ['$(winner)', 'nobody'],
  }),
  defineVariable({
    name: 'top',
    usage: '$(top [count])',
    help: `The points leaderboard, 5 places by default, at most ${maxTopPlaces}.`,
    example: ['$(top 2)', '1. alice 1200, 2. bob 850'],
  }),
  defineVariable({
    name: 'value',
    usage: '$(value name [part] [@viewer])',
    help: 'A named value; 0 if there is none. Of a list `random`, `last`, `count` or a number gives one item or how many there are. Of a clock `seconds` gives the bare number. A value that each viewer has is that of the viewer who runs the command, or of the named viewer.',
    example: ['$(value deaths)', '0'],
  }),
  defineVariable({
    name: 'response',
    help: 'What the last step `http_request` of this run answered.',
    example: ['[$(response)]', '[]'],
  }),
  defineVariable({
    name: 'commands',
    help: 'The commands that are shown in the command list and work on this platform.',
    example: ['Commands: $(commands)', 'Commands: !hello, !discord, …'],
  }),
] as const

export type VariableName = (typeof variables)[number]['name']
