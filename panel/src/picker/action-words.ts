import { defineMessages } from '../../../src/kernel/text/message.ts'
import type { StepType } from '../../../src/registry/steps.ts'

/**
 * What streamers also call an action, separated by commas, for the search. A step that is not listed is found by its
 * title and its help.
 */
export const actionWords = defineMessages('picker.words', {
  reply: 'answer, respond, say, text, response, bot message',
  say: 'chat, write, post, text, thank, greet, talk, bot message, chat message, message in chat',
  timeout: 'timeout, mute viewer, silence, moderate, punish, jail',
  ban: 'block, kick out, moderate, punish, banish',
  unban: 'forgive, pardon, untimeout, unblock',
  delete_message: 'remove message, purge, erase, moderate',
  pin_message: 'pin, sticky, keep on top',
  unpin_message: 'remove pin, unstick',
  tts: 'tts, speak, read aloud, voice, say out loud, talk, speech',
  audio_alert: 'sound, audio, sfx, noise, mp3, jingle, soundboard, sound effect, play sound',
  show_alert: 'image, picture, video, gif, popup, card, notification, banner, media, meme, alert box',
  effect: 'confetti, animation, fireworks, snow, particles, hearts, emote rain, shake, visual effect',
  voice_effect: 'voice changer, robot voice, pitch, voicemod, helium, deep voice',
  stop_voice_effect: 'normal voice, end voice changer, voice off',
  song: 'music, play music, pause music, skip song, next song, spotify, playlist, song',
  clip: 'clip that, highlight, moment, capture, best of',
  title: 'stream title, rename stream, headline, set title',
  game: 'game, playing, switch game, set game, category',
  raid: 'raid, send viewers, host, raid out',
  shoutout: 'so, recommend, promote, plug, streamer, shout out',
  announce: 'announcement, highlight message, broadcast, notice',
  set_chat_mode: 'slow mode, followers only, sub only, subscribers only, emote only, lock chat, shield, unique chat',
  start_commercial: 'ad, ads, commercial, advert, advertisement, break',
  create_marker: 'marker, bookmark, timestamp, vod, stream marker',
  points: 'points, currency, coins, loyalty, give points, economy, money, take points',
  watch_time: 'hours, watched, minutes watched, loyalty',
  value:
    'counter, count, variable, deaths, timer, countdown, clock, stopwatch, goal, score, list, number, wins, subathon, increase',
  create_reward: 'channel points, new reward, redeem',
  update_reward: 'channel points, pause reward, price of a reward, enable reward',
  delete_reward: 'channel points, remove reward',
  update_redemption: 'refund, accept, reject, channel points, redeem, complete reward',
  create_poll: 'vote, voting, survey, question, strawpoll, poll',
  end_poll: 'stop vote, close vote, finish poll',
  create_prediction: 'bet, gamble, wager, betting, prediction',
  end_prediction: 'resolve, pay out, settle bet, outcome',
  open_round: 'giveaway, raffle, lottery, contest, prize, trivia, quiz, sweepstake, key drop, start giveaway',
  enter_round: 'join, ticket, take part, enter giveaway, join raffle',
  close_round: 'end giveaway, stop entries, close raffle',
  draw_round: 'winner, pick winner, draw winner, choose winner',
  cancel_round: 'abort giveaway, cancel raffle',
  request_song: 'song request, sr, music request, queue song',
  remove_song_request: 'wrong song, cancel song, remove song',
  vote_skip: 'skip song, vote skip, skip vote',
  obs_status: 'state of OBS',
  obs_scene: 'scene, change scene, obs scene, brb, be right back, starting soon, camera scene, switch scene',
  obs_source: 'source, hide, show, camera, webcam, facecam, image, picture, toggle source, visibility',
  obs_filter: 'filter, blur, colour correction, color, green screen, zoom, shader',
  obs_text: 'label, text source, gdi, caption, ticker',
  obs_input: 'browser source, image file, website, colour of a source',
  obs_audio: 'volume, mute, mic, microphone, louder, quieter, unmute, desktop audio, sound level',
  obs_media: 'video, movie, media source, intro, play video, outro, play file',
  obs_output: 'recording, record, start stream, stop stream, go live, end stream, replay buffer, virtual camera',
  obs_replay: 'instant replay, replay, save replay, last seconds',
  obs_request: 'websocket, raw, studio mode, transition',
  vts_hotkey: 'vtuber, model, avatar, expression, live2d, vts, toggle',
  go_cue: 'next cue, cue, rundown, run of show, next',
  standby_cue: 'prepare cue, ready, jump to cue',
  hold_cues: 'pause show, freeze',
  stop_cues: 'end show, cancel show',
  ask_ai: 'chatgpt, gpt, ai, artificial intelligence, assistant, chatbot',
  summarise: 'recap, summary, ai, what happened',
  title_ideas: 'ai, suggest title, headline ideas',
  discord_send_message: 'discord, post, notify, server, announce on discord, ping',
  discord_voice_move: 'voice chat, voice channel',
  discord_voice_mute_all: 'mute discord, silence voice',
  http_request: 'webhook, url, http, api, request, fetch, integration, ifttt, smart home, lights',
  toggle_command: 'enable command, disable command, activate command',
  run_command: 'start command, trigger command, execute',
  wait: 'delay, pause, sleep, timer, later, seconds, hold on',
  if: 'condition, check, when, else, only if, compare, branch',
  repeat: 'loop, again, times, several times',
  choose: 'random, dice, roll, chance, roulette, wheel, coin flip, shuffle',
  stop: 'end, exit, cancel, quit, abort',
  run_automation: 'action, flow, macro, start automation, trigger',
})

export function wordsOfAction(type: string): readonly string[] {
  const words = (actionWords as Readonly<Partial<Record<string, (typeof actionWords)[keyof typeof actionWords]>>>)[type]
  return words === undefined ? [] : [words(), words.text]
}

// Every name is that of a step.
actionWords satisfies Partial<Record<StepType, unknown>>
