import { defineMessages } from '../../kernel/text/message.ts'

/** Errors of the AI bot. */
export const aiErrors = defineMessages('errors.ai', {
  noAnswer: 'No AI provider answered. {reason}',
  withheld: 'The answer was withheld, because it violates the rule “{rule}” of your moderation.',
  limit: 'The AI bot has reached its limit of {limit}. It can be asked again in {minutes} min.',
  providerNotFound: 'There is no such AI provider.',
  tooManyProviders: 'There can be {max} AI providers. Remove one first.',
  localAddress:
    'url: only an owner of the first channel of this server can use an address of its machine or its network.',
  invalidAddress: 'url must start with https:// or http://, without a user name, a password or parameters.',
  linkLocal: 'url must not be a link-local address (169.254.x.x).',
  keyAgain: 'key: enter the key again, it was entered for another address.',
  invalidKey: 'key must consist of printable characters without spaces.',
  setByEnvironment: 'This provider is set by {source}. Change it there.',
  everyProvider: 'ids must name every provider once.',
  nothingToSay: 'There is nothing to say.',
})

/** What a check of a provider found. */
export const checkTexts = defineMessages('ai.check', {
  works: '{provider} answers with {model}.',
  chooseModel: {
    plural: 'count',
    one: '{provider} offers {count:number} model. Choose it.',
    other: '{provider} offers {count:number} models. Choose one.',
  },
  failed: '{provider} could not be checked.',
})

/** What the built-in responder says. Variables in $() are those of commands. */
export const builtInTexts = defineMessages('ai.builtIn', {
  title: 'The title is “$(title)”.',
  game: '$(channel) is in the category $(game).',
  live: '$(channel) has been live for $(uptime).',
  offline: '$(channel) is offline.',
  viewers: '$(viewers) viewers are watching on $(platform).',
  followers: '$(channel) has $(followers) followers on $(platform).',
  lastFollower: 'The newest follower is $(lastfollower).',
  lastSubscriber: 'The newest subscriber is $(lastsub).',
  song: 'Playing now: $(song).',
  points: '$(user) has $(points) points.',
  rank: '$(user) has place $(rank) by points.',
  watchTime: '$(user) has watched for $(watchtime).',
  messages: '$(user) has written $(messages) messages.',
  top: 'Most points: $(top 3).',
  time: 'It is $(time) for $(channel).',
  commands: 'Commands: $(commands)',
  quote: '$(value quotes random)',
  greeting: 'Welcome, $(user)! The title is “$(title)”.',
  quietChat: 'While it is quiet: $(channel) is in the category $(game). What would you do next?',
  unknown:
    'I answer without a model, from what the channel knows: title, category, uptime, viewers, song, commands, points, watch time and quotes.',
})

/**
 * The words by which the built-in responder knows what a question is about, separated by commas. In every language as
 * viewers write in chat; * at the end stands for any ending. `fillers` say nothing about the subject.
 */
export const questionWords = defineMessages('ai.questions', {
  quote: 'quote, quotes',
  watchTime: 'watchtime, watch time, watched, hours watched, how long have i',
  rank: 'my rank, my place, rank',
  top: 'leaderboard, most points, top',
  points: 'points, coins, balance',
  messages: 'messages, how often did i write',
  song: 'song, music, track, playing now, listening',
  commands: 'command, commands, what can i do, help',
  live: 'uptime, how long, since when, started, live, online',
  lastFollower: 'newest follower, last follower, latest follower, who followed',
  lastSubscriber: 'newest sub, last sub, latest sub, who subscribed',
  followers: 'followers, follower',
  viewers: 'viewers, watching, how many people',
  game: 'game, category, playing, play',
  title: 'title, topic, stream about, what are we doing, what is this',
  time: 'time, clock',
  fillers:
    'a, an, and, are, about, can, could, do, does, did, for, has, have, how, i, in, is, it, me, my, of, on, or, please, the, there, this, to, was, what, whats, when, where, which, who, why, will, with, you, your',
})

/** The recap and title ideas of the built-in responder. */
export const recapTexts = defineMessages('ai.recap', {
  nothing: {
    plural: 'count',
    one: 'Nothing happened in the last minute.',
    other: 'Nothing happened in the last {count:number} minutes.',
  },
  happened: {
    plural: 'count',
    one: 'In the last minute: {what}.',
    other: 'In the last {count:number} minutes: {what}.',
  },
  ideaTopic: '{topic}, live with chat',
  ideaGame: '{game}: how far do we get today?',
  ideaQuestion: '{game} with viewers: who joins?',
  ideaRelaxed: 'A relaxed evening with {game}',
  ideaFirst: 'First try: {game}',
})
