import { defineMessages } from '../kernel/text/message.ts'

/** Why a message of the Model Context Protocol was refused. */
export const mcpErrors = defineMessages('errors.mcp', {
  notJsonRpc: 'The message must be one JSON-RPC 2.0 request or notification.',
  unknownMethod: 'This server does not know the method {method}.',
  paramsRequired: 'params.{name} is required.',
  metaRequired: 'params._meta must have {name}.',
  unsupportedVersion: 'Unsupported protocol version',
  unknownTool: 'There is no tool {name}. tools/list has them all.',
  unknownResource: 'There is no resource {uri}. resources/list has them all.',
  unknownPrompt: 'There is no prompt {name}. prompts/list has them all.',
  argumentRequired: 'The prompt {prompt} needs the argument {name}.',
  noPages: 'Lists have one page, so there is no cursor.',
  headerMismatch: 'Header mismatch: {header} must be {expected}.',
  tooLarge: 'The message is larger than 256 KiB.',
  notJson: 'The line is not JSON.',
  notificationsRequired: 'params.notifications must be an object, and its resourceSubscriptions at most {max} URIs.',
  listenNeedsId: 'subscriptions/listen needs an id.',
  listenNeedsServer: 'Notifications need a running server. Start it with: npm start',
  tooManySubscriptions: 'At most {max} subscriptions can be open at a time.',
})

/** What a client shows and gives to the model. */
export const mcpMessages = defineMessages('mcp', {
  instructions:
    'Showcaller controls a live stream: chat, title, clips, alerts, effects, music, points, commands, shows and OBS. Each tool is one operation of its API; a refused call returns the reason with a code. Tools that only read may be called freely. Ask before you write in chat, moderate, spend points or change what viewers see, unless you were asked to.',
  rate: 'At most {count:number} calls a minute.',
  stream: 'Stream',
  streamHelp: 'Title, category, viewers and whether the stream is live.',
  activity: 'Recent activity',
  activityHelp: 'The newest followers, subscribers, bans, donations and bits.',
  show: 'Show',
  showHelp: 'The cues of the current show, which one ran last and which is next.',
})

/** Jobs that a person starts by name. The texts are written to the model as the person. */
export const promptTexts = defineMessages('mcp.prompts', {
  startTitle: 'Prepare the stream',
  startHelp: 'Sets title and category and welcomes the chat.',
  startText:
    'I am about to go live with {game}. Look up the category with search-games, suggest three titles, and set title and category once I have chosen one. Then write a short welcome in chat as the bot.',
  recapTitle: 'Recap',
  recapHelp: 'Summarises what happened lately.',
  recapText:
    'Read the resource showcaller://activity and the stream with get-stream-meta. Tell me in at most five sentences what happened since {since}: new followers and subscribers, donations, bans, and who deserves thanks.',
  giveawayTitle: 'Run a giveaway',
  giveawayHelp: 'Opens a giveaway, announces it and draws the winner.',
  giveawayText:
    'Run a giveaway for {prize}. Open it with open-round, explain in chat how to enter, and wait until I say that it is time. Then close it, draw a winner with draw-round, and congratulate the winner in chat.',
  moderationTitle: 'Check the moderation',
  moderationHelp: 'Looks through the moderation log for mistakes and patterns.',
  moderationText:
    'Read the newest entries with get-moderation-log. List who was banned or timed out, by whom and why, and point out what looks like a mistake or like an attack. Change nothing.',
  showTitle: 'Assist with the show',
  showHelp: 'Follows the cue list and says what comes next.',
  showText:
    'Read the resource showcaller://show. Tell me the cue that ran last, the next one with its notes, and what I should prepare. Run go-cue only when I say go.',
  game: 'The game or the topic.',
  since: 'Since when, such as an hour ago.',
  prize: 'What there is to win.',
})
