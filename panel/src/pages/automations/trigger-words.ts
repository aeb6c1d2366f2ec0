import { defineMessages } from '../../../../src/kernel/text/message.ts'

/** What streamers also call a trigger, separated by commas, by the key of its entry without its dots. */
const triggerWords = defineMessages('picker.triggers', {
  schedule_every: 'timer, interval, repeat, recurring, periodically, loop, regular message, timed message',
  schedule_at: 'clock, time, daily, alarm, schedule, every day, hour',
  schedule_live: 'after start, later, timer after start, delay',
  command: 'keyword, word, command, phrase, exclamation mark',
  reward: 'channel points, redeem, redemption, reward',
  value: 'counter, goal, milestone, threshold, target',
  round: 'giveaway, raffle, poll, winner, vote, quiz, prediction',
  automation: 'chain, after, next, follow up',
  manual: 'deck, hotkey, button, stream deck, click, macro, by hand',
  chat_message: 'keyword, word, says, contains, text, phrase, mention, link, emote, message',
  chat_first_message: 'first time chatter, new chatter, welcome, hello, first words, first chat',
  hype_train_begin: 'hype train, hype, train',
  hype_train_level: 'hype level',
  raid_sent: 'outgoing raid, raid out',
  shoutout_received: 'somebody recommends you',
  chat_announcement: 'announcement',
  vip_added: 'vip, new vip',
  moderator_added: 'mod, new mod',
  donation: 'tip, tips, money, donate, ko-fi, paypal, streamlabs, streamelements, charity, super chat, support',
  music_started: 'song, music',
  song_requested: 'song request, sr, music',
  obs_scene_changed: 'scene, obs scene, switch scene',
  obs_recording_started: 'record',
  obs_streaming_started: 'obs live',
  vts_model_loaded: 'vtuber, avatar',
  points_earned: 'loyalty, currency',
  points_changed: 'points, coins, balance',
  poll_begun: 'poll, vote, survey',
  poll_ended: 'poll result, vote result',
  prediction_begun: 'prediction, bet, gamble',
  prediction_ended: 'bet result',
  redemption_added: 'channel points, redeem, reward, redemption',
  round_opened: 'giveaway, raffle, giveaway started',
  round_drawn: 'winner, giveaway winner, raffle',
  show_started: 'show, rundown',
  cue_started: 'cue',
  stream_online: 'live, go live, going live, start of stream, online, stream start',
  stream_offline: 'end of stream, stop stream, offline, stream end',
  stream_title_changed: 'title',
  stream_category_changed: 'game, category, new game',
  clip_created: 'clip, highlight',
  ad_soon: 'ad, ads, commercial, advert',
  ad_started: 'ads, commercial, ad break',
  subscription: 'sub, subs, resub, resubscribe, prime, tier, member, membership, renew, subscriber',
  subscription_gifts: 'gift, gifts, gift sub, gifted sub, bomb, gift bomb, sub bomb, community gift',
  subscription_received: 'gift recipient, got a gift',
  subscription_ended: 'unsub, expired, cancelled',
  watch_streak: 'streak, loyal viewer',
  likes: 'like, tap, tiktok',
  super_fan: 'tiktok, fan',
  value_changed: 'counter, variable, number, clock',
  follow: 'follow, follower, followers, new follow',
  ban: 'banned, blocked',
  timeout: 'timed out, muted',
  raid: 'host, incoming raid, raided, raiders',
  bits: 'cheer, cheers, bit, kicks, gems, coins, super chat, jewels, tip',
  discord_linked: 'discord link',
})

/** `event:subscription.gifts` is `subscription_gifts`. */
export function wordsOfTrigger(key: string): readonly string[] {
  const name = key.replace(/^event:/, '').replaceAll(/[.-]/g, '_')
  const words = (triggerWords as Readonly<Partial<Record<string, (typeof triggerWords)[keyof typeof triggerWords]>>>)[
    name
  ]
  return words === undefined ? [] : [words(), words.text]
}
