import { defineMessages } from '../../../src/kernel/text/message.ts'

/** What streamers also call a page of the panel, for the search. */
export const pageWords = defineMessages('picker.pages', {
  home: 'dashboard, start page, live chat, stream manager',
  shows: 'rundown, cue list, script, cues, schedule of the show',
  overlay: 'overlay link, browser source, obs link, stage, overlay url',
  widgets: 'chat box, goal bar, ticker, countdown, event list, leaderboard',
  alerts: 'follow alert, sub alert, alert box, sounds, sound alert',
  effects: 'confetti, animations, fireworks',
  commands: 'chat commands, bot commands, custom command',
  automations: 'triggers, actions, flows, timers, macros, recipes',
  rounds: 'giveaway, raffle, poll, prediction, quiz, lottery, trivia',
  music: 'song request, playlist, spotify, songs',
  viewers: 'followers, subscribers, points, leaderboard, watch time, people, users',
  decks: 'stream deck, buttons, tablet, remote control, phone',
  rewards: 'channel points, redemptions',
  values: 'counter, death counter, timer, countdown, variables',
  ai: 'chatgpt, gpt, assistant, artificial intelligence',
  keys: 'api key, token',
  console: 'api, json, operations',
  webhooks: 'http, integration',
  settings: 'options, preferences, configuration',
})

/** The same of a section of the settings. */
export const sectionWords = defineMessages('picker.sections', {
  platforms: 'accounts, connect, connection, log in, twitch, kick, youtube, tiktok, obs, donations',
  discord: 'discord server, discord bot',
  bot: 'prefix, points, earning, currency, watch time, loyalty',
  moderation: 'automod, banned words, blocked words, links, spam filter, caps',
  speech: 'tts, voices, read aloud',
  voice: 'voice changer, voicemod',
  channel: 'backup, restore, time zone, theme, language, export, retention',
  people: 'moderators, invite, access, roles, password, sessions',
  trash: 'deleted, undo, recycle bin, restore, bin',
  audit: 'log, history, who changed what',
})
