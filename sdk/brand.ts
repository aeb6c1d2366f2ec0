// Made by `npm run sdk` from the operations in src/operations.ts. Change them there.

import { type CallOptions, Client } from './client.ts'

export {
  type CallOptions,
  type ErrorCode,
  type Limit,
  ShowcallerError,
  type ShowcallerOptions,
} from './client.ts'
export type { FailureCode } from './failure-code.ts'

/**
 * Every operation is a method: it resolves with the answer or rejects with a ShowcallerError.
 * For a server with SHOWCALLER_NAMES=brand: Kick, Twitch, YouTube and TikTok by their names.
 */
export class Showcaller extends Client {
  /**
   * Sends a chat message as the broadcaster. It appears under the broadcaster's name. If the platform refuses the
   * message, the answer is 502 with the reason.
   *
   * Scope `chat:write`, 90 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.sendMessage({ message: 'Hello, chat' })
   */
  sendMessage(input: SendMessageInput, options?: CallOptions): Promise<SendMessageAnswer> {
    return this.write('send-message', input, options)
  }

  /**
   * Sends a chat message as the bot. It appears under the bot's name. If the platform refuses the message, the answer
   * is 502 with the reason.
   *
   * Scope `chat:bot`, 90 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.sendBotMessage({ message: 'Hello, chat' })
   */
  sendBotMessage(input: SendBotMessageInput, options?: CallOptions): Promise<SendBotMessageAnswer> {
    return this.write('send-bot-message', input, options)
  }

  /**
   * Speaks a message on stream. The overlay must be connected: the call succeeds once at least one overlay page has the
   * message.
   *
   * Scope `tts:write`, 20 calls a minute. Own failures: `overlay_not_connected`, `outcome_unknown`.
   * @example await show.tts({ text: 'Welcome to the stream.', username: 'alice' })
   */
  tts(input: TtsInput, options?: CallOptions): Promise<TtsAnswer> {
    return this.write('tts', input, options)
  }

  /**
   * Creates a clip of the live stream. Without a platform, or with all, on every live one. A platform with a shorter
   * maximum gets its maximum. The link is sent to the chat of each platform by the bot.
   *
   * Scope `clips:write`, 20 calls a minute. Own failures: `platform_not_connected`, `stream_offline`,
   * `extension_not_connected`, `platform_unavailable`, `platform_refused`, `platform_reauth_required`,
   * `outcome_unknown`.
   * @example await show.clip({ title: 'What a shot', duration: 30, platform: 'Kick' })
   */
  clip(input: ClipInput = {}, options?: CallOptions): Promise<ClipAnswer> {
    return this.write('clip', input, options)
  }

  /**
   * Changes the category of the stream. The category is found by kick_category_id, otherwise by the closest name.
   * Without a platform, all connected platforms are changed. The call succeeds if at least one was changed.
   *
   * Scope `stream:write`, 20 calls a minute. Own failures: `platform_not_connected`, `category_not_found`,
   * `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.game({ game: 'Minecraft', platform: 'Kick' })
   */
  game(input: GameInput = {}, options?: CallOptions): Promise<GameAnswer> {
    return this.write('game', input, options)
  }

  /**
   * Searches the categories. Matches names, slugs, prefixes, words and misspellings; the best match comes first.
   *
   * Scope `stream:read`, 40 calls a minute.
   * @example await show.searchGames({ query: 'minecraft', limit: 1 })
   */
  searchGames(input: SearchGamesInput = {}, options?: CallOptions): Promise<SearchGamesAnswer> {
    return this.read('search-games', input, options)
  }

  /**
   * Changes the title of the stream. Without a platform, all connected platforms are changed. The call succeeds if at
   * least one was changed.
   *
   * Scope `stream:write`, 20 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.title({ title: 'Building a castle', platform: 'Kick' })
   */
  title(input: TitleInput, options?: CallOptions): Promise<TitleAnswer> {
    return this.write('title', input, options)
  }

  /**
   * Returns title, category, viewers and whether the stream is live. While the stream is offline title and category are
   * the last known ones and viewer_count is 0.
   *
   * Scope `stream:read`, 120 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`.
   * @example await show.getStreamMeta()
   */
  getStreamMeta(input: GetStreamMetaInput = {}, options?: CallOptions): Promise<GetStreamMetaAnswer> {
    return this.read('get-stream-meta', input, options)
  }

  /**
   * Changes title and category in one request. At least one of title, game and kick_category_id is required. YouTube
   * takes a title only. Returns the state of Kick if it was changed, otherwise of the first changed platform.
   *
   * Scope `stream:write`, 30 calls a minute. Own failures: `platform_not_connected`, `category_not_found`,
   * `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.setStreamMeta({ title: 'Building a castle', game: 'Minecraft', platform: 'Kick' })
   */
  setStreamMeta(input: SetStreamMetaInput = {}, options?: CallOptions): Promise<SetStreamMetaAnswer> {
    return this.write('set-stream-meta', input, options)
  }

  /**
   * Plays an audio alert on stream. The alert is named by id or by name; the id wins. It must be active, and the
   * overlay connected.
   *
   * Scope `alerts:trigger`, 60 calls a minute. Own failures: `alert_not_found`, `alert_inactive`,
   * `overlay_not_connected`, `outcome_unknown`.
   * @example await show.triggerAudioAlert({ name: 'Airhorn', username: 'alice' })
   */
  triggerAudioAlert(input: TriggerAudioAlertInput = {}, options?: CallOptions): Promise<TriggerAudioAlertAnswer> {
    return this.write('trigger-audio-alert', input, options)
  }

  /**
   * Lists the audio alerts. In the order of their ids; total counts the alerts with this status.
   *
   * Scope `alerts:read`, 90 calls a minute.
   * @example await show.listAudioAlerts({ status: 'active', limit: 1 })
   */
  listAudioAlerts(input: ListAudioAlertsInput = {}, options?: CallOptions): Promise<ListAudioAlertsAnswer> {
    return this.read('list-audio-alerts', input, options)
  }

  /**
   * Simulates a donation. Writes a log entry marked as a test and fires the donation alert. No overlay is needed: the
   * alert waits for one up to five minutes. The donor need not exist.
   *
   * Scope `donations:send`, 90 calls a minute.
   * @example await show.sendDonation({
   *   provider: 'Streamlabs',
   *   amount: 5,
   *   currency: 'USD',
   *   username: 'alice',
   *   message: 'Great show.',
   * })
   */
  sendDonation(input: SendDonationInput, options?: CallOptions): Promise<SendDonationAnswer> {
    return this.write('send-donation', input, options)
  }

  /**
   * Returns the latest followers, subscribers, bans, donors and bits. Every list is newest first. limit applies to each
   * list.
   *
   * Scope `activity:read`, 60 calls a minute.
   * @example await show.getRecentActivity({ limit: 1 })
   */
  getRecentActivity(input: GetRecentActivityInput = {}, options?: CallOptions): Promise<GetRecentActivityAnswer> {
    return this.read('get-recent-activity', input, options)
  }

  /**
   * Triggers one or more effect overlays. overlay_id and overlay_ids are combined. The call succeeds if at least one
   * was triggered; see results. The effect receives data with a userstate; fields of your own data.userstate replace
   * ours.
   *
   * Scope `effects:trigger`, 120 calls a minute. Own failures: `overlay_not_found`, `effect_not_trigger_enabled`,
   * `overlay_not_connected`, `outcome_unknown`.
   * @example await show.effectTrigger({ overlay_id: 'confetti', data: { colour: 'gold' } })
   */
  effectTrigger(input: EffectTriggerInput = {}, options?: CallOptions): Promise<EffectTriggerAnswer> {
    return this.write('effect-trigger', input, options)
  }

  /**
   * Lists the effect overlays. Used to discover the ids for effect-trigger.
   *
   * Scope `effects:read`, 90 calls a minute.
   * @example await show.listEffects()
   */
  listEffects(options?: CallOptions): Promise<ListEffectsAnswer> {
    return this.read('list-effects', {}, options)
  }

  /**
   * Lists the subscribers on Kick. Only active subscribers, unless include_expired is true. total counts the same ones.
   *
   * Scope `subscribers:read`, 60 calls a minute.
   * @example await show.getKickSubscribers({ limit: 1 })
   */
  getKickSubscribers(input: GetKickSubscribersInput = {}, options?: CallOptions): Promise<GetKickSubscribersAnswer> {
    return this.read('get-kick-subscribers', input, options)
  }

  /**
   * Resumes a paused song or starts playback. Overlay pages change at once, or as soon as they connect. Has no effect
   * if a song is already playing.
   *
   * Scope `music:control`, 30 calls a minute. Own failures: `platform_not_connected`, `queue_empty`,
   * `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.startSong()
   */
  startSong(options?: CallOptions): Promise<void> {
    return this.write('start-song', {}, options)
  }

  /**
   * Pauses the current song. start-song resumes at the same position. Has no effect if the player is already paused.
   *
   * Scope `music:control`, 30 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.stopSong()
   */
  stopSong(options?: CallOptions): Promise<void> {
    return this.write('stop-song', {}, options)
  }

  /**
   * Skips the current song and plays the next in the queue. After the last song the queue starts again.
   *
   * Scope `music:control`, 30 calls a minute. Own failures: `platform_not_connected`, `queue_empty`,
   * `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.skipSong()
   */
  skipSong(options?: CallOptions): Promise<void> {
    return this.write('skip-song', {}, options)
  }

  /**
   * Adds points to a viewer. The viewer is found by userid, then by username. A viewer who is not stored yet is created
   * if the platform knows them.
   *
   * Scope `points:write`, 90 calls a minute. Own failures: `user_required`, `user_not_found`, `platform_unavailable`.
   * @example await show.addPoints({ username: 'alice', amount: 50, platform: 'Kick' })
   */
  addPoints(input: AddPointsInput, options?: CallOptions): Promise<void> {
    return this.write('add-points', input, options)
  }

  /**
   * Removes points from a viewer. The viewer is found by userid, then by username. The balance never goes below 0.
   *
   * Scope `points:write`, 90 calls a minute. Own failures: `user_required`, `user_not_found`, `platform_unavailable`.
   * @example await show.removePoints({ username: 'alice', amount: 50, platform: 'Kick' })
   */
  removePoints(input: RemovePointsInput, options?: CallOptions): Promise<void> {
    return this.write('remove-points', input, options)
  }

  /**
   * Reads the points of a viewer. The viewer is found by userid, then by username.
   *
   * Scope `points:read`, 120 calls a minute. Own failures: `user_required`, `user_not_found`, `platform_unavailable`.
   * @example await show.getPoints({ username: 'alice', platform: 'Kick' })
   */
  getPoints(input: GetPointsInput, options?: CallOptions): Promise<GetPointsAnswer> {
    return this.read('get-points', input, options)
  }

  /**
   * Lists the viewers with the most points. Ordered by points, then by who was seen first. Bots are left out.
   *
   * Scope `points:read`, 90 calls a minute.
   * @example await show.getPointsTop({ limit: 2, platform: 'Kick' })
   */
  getPointsTop(input: GetPointsTopInput, options?: CallOptions): Promise<GetPointsTopAnswer> {
    return this.read('get-points-top', input, options)
  }

  /**
   * Sets the points of a viewer. Answers with the balance before and after; changed is the difference.
   *
   * Scope `points:write`, 90 calls a minute. Own failures: `user_required`, `user_not_found`, `platform_unavailable`.
   * @example await show.setPoints({ username: 'bob', amount: 1000, platform: 'Kick' })
   */
  setPoints(input: SetPointsInput, options?: CallOptions): Promise<SetPointsAnswer> {
    return this.write('set-points', input, options)
  }

  /**
   * Moves points from one viewer to another. All or nothing. Sender and receiver are each found by id, then by name.
   *
   * Scope `points:write`, 90 calls a minute. Own failures: `user_required`, `insufficient_points`, `same_user`,
   * `user_not_found`, `platform_unavailable`.
   * @example await show.transferPoints({ from_username: 'alice', to_username: 'bob', amount: 25, platform: 'Kick' })
   */
  transferPoints(input: TransferPointsInput, options?: CallOptions): Promise<TransferPointsAnswer> {
    return this.write('transfer-points', input, options)
  }

  /**
   * Adds, removes or sets watch time of a viewer. Without a day the minutes go to 2000-01-01, so that totals rise and
   * today stays as it is.
   *
   * Scope `watchtime:write`, 60 calls a minute. Own failures: `user_required`, `user_not_found`,
   * `platform_unavailable`.
   * @example await show.adjustWatchTime({
   *   username: 'alice',
   *   mode: 'add',
   *   amount: 30,
   *   day: '2026-01-15',
   *   platform: 'Kick',
   * })
   */
  adjustWatchTime(input: AdjustWatchTimeInput, options?: CallOptions): Promise<AdjustWatchTimeAnswer> {
    return this.write('adjust-watch-time', input, options)
  }

  /**
   * Reads watch time and message count of a viewer. For one day, for a range including both ends, or for all time when
   * no date is sent.
   *
   * Scope `watchtime:read`, 120 calls a minute. Own failures: `user_required`, `user_not_found`,
   * `platform_unavailable`.
   * @example await show.getWatchTime({ username: 'alice', day: '2026-01-15', platform: 'Kick' })
   */
  getWatchTime(input: GetWatchTimeInput, options?: CallOptions): Promise<GetWatchTimeAnswer> {
    return this.read('get-watch-time', input, options)
  }

  /**
   * Lists the viewers with the most watch time. For one day, for a range including both ends, or for all time. Only
   * viewers with watch time are listed.
   *
   * Scope `watchtime:read`, 90 calls a minute.
   * @example await show.getWatchTimeTop({ limit: 1, platform: 'Kick' })
   */
  getWatchTimeTop(input: GetWatchTimeTopInput, options?: CallOptions): Promise<GetWatchTimeTopAnswer> {
    return this.read('get-watch-time-top', input, options)
  }

  /**
   * Adjusts watch time of up to 100 viewers. Applied in order, each independently. Entries that could not be applied
   * are in failed; the answer is still 200.
   *
   * Scope `watchtime:write`, 20 calls a minute. Own failures: `user_required`.
   * @example await show.adjustWatchTimeBulk({
   *   mode: 'add',
   *   day: '2026-01-15',
   *   amount: 10,
   *   users: [{ username: 'alice' }],
   *   platform: 'Kick',
   * })
   */
  adjustWatchTimeBulk(input: AdjustWatchTimeBulkInput, options?: CallOptions): Promise<AdjustWatchTimeBulkAnswer> {
    return this.write('adjust-watch-time-bulk', input, options)
  }

  /**
   * Runs a chat command, with its reply and its steps. By name, alias or id; with both, the id is used. A key acts for
   * the broadcaster, so cooldowns, permissions and costs do not apply. A failed step does not affect the others.
   *
   * Scope `commands:run`, 90 calls a minute. Own failures: `platform_not_connected`, `command_not_found`,
   * `command_disabled`, `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.runCommand({ command: 'hello', username: 'alice' })
   */
  runCommand(input: RunCommandInput = {}, options?: CallOptions): Promise<RunCommandAnswer> {
    return this.write('run-command', input, options)
  }

  /**
   * Lists all chat commands. Returns the ids for run-command and toggle-command.
   *
   * Scope `commands:read`, 90 calls a minute.
   * @example await show.listCommands()
   */
  listCommands(options?: CallOptions): Promise<ListCommandsAnswer> {
    return this.read('list-commands', {}, options)
  }

  /**
   * Switches a chat command on or off. Toggles the command when active is left out. With both id and command, the id is
   * used.
   *
   * Scope `commands:write`, 90 calls a minute. Own failures: `command_not_found`.
   * @example await show.toggleCommand({ command: 'hello', active: 1 })
   */
  toggleCommand(input: ToggleCommandInput = {}, options?: CallOptions): Promise<ToggleCommandAnswer> {
    return this.write('toggle-command', input, options)
  }

  /**
   * Bans a viewer permanently. The viewer is found by id, then by name. The ban list is updated when the platform
   * reports the ban.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `user_required`, `platform_not_connected`,
   * `user_not_found`, `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.ban({ username: 'mallory', reason: 'Spam.' })
   */
  ban(input: BanInput = {}, options?: CallOptions): Promise<BanAnswer> {
    return this.write('ban', input, options)
  }

  /**
   * Times out a viewer. The viewer is found by id, then by name. The ban list is updated when the platform reports the
   * ban.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `user_required`, `platform_not_connected`,
   * `user_not_found`, `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.timeout({ username: 'mallory', duration: 10, reason: 'Spam.' })
   */
  timeout(input: TimeoutInput, options?: CallOptions): Promise<TimeoutAnswer> {
    return this.write('timeout', input, options)
  }

  /**
   * Unbans a viewer. Also ends a timeout. Has no effect on a viewer who is not banned.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `user_required`, `platform_not_connected`,
   * `user_not_found`, `platform_unavailable`, `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.unbanUser({ username: 'mallory' })
   */
  unbanUser(input: UnbanUserInput = {}, options?: CallOptions): Promise<UnbanUserAnswer> {
    return this.write('unban-user', input, options)
  }

  /**
   * Deletes a chat message. A message that no longer exists counts as deleted. user_id and username are the author, and
   * empty when that is not known.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.deleteMessage({ message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' })
   */
  deleteMessage(input: DeleteMessageInput, options?: CallOptions): Promise<DeleteMessageAnswer> {
    return this.write('delete-message', input, options)
  }

  /**
   * Deletes every message of the chat. On every connected platform unless one is named. The call succeeds if at least
   * one chat was cleared; see results.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.clearChat({ platform: 'Kick' })
   */
  clearChat(input: ClearChatInput = {}, options?: CallOptions): Promise<ClearChatAnswer> {
    return this.write('clear-chat', input, options)
  }

  /**
   * Turns shield mode on or off, or reads its state. In shield mode only followers can write, in slow mode, if the
   * platform supports it, and alerts of follows, subscriptions and similar events are held. off restores the previous
   * chat modes and shows the newest fifty held alerts, without those of viewers who were banned or timed out in the
   * meantime.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.shieldMode({ mode: 'status', platform: 'Kick' })
   */
  shieldMode(input: ShieldModeInput, options?: CallOptions): Promise<ShieldModeAnswer> {
    return this.write('shield-mode', input, options)
  }

  /**
   * Bans or times out the most recent followers. For a flood of follow bots. offset 1 is the newest follower. There may
   * be fewer followers than count; affected is the actual number.
   *
   * Scope `moderation:write`, 60 calls a minute. Own failures: `platform_not_connected`, `platform_unavailable`,
   * `platform_refused`, `platform_reauth_required`, `outcome_unknown`.
   * @example await show.banRecentFollowers({ action: 'timeout', count: 1, dry_run: true })
   */
  banRecentFollowers(input: BanRecentFollowersInput, options?: CallOptions): Promise<BanRecentFollowersAnswer> {
    return this.write('ban-recent-followers', input, options)
  }

  /**
   * Lists moderation actions. Newest first, of all sources: people on the platform, keys, commands and automatic rules.
   *
   * Scope `moderation:read`, 60 calls a minute.
   * @example await show.getModerationLog({ type: 'timeout', limit: 1 })
   */
  getModerationLog(input: GetModerationLogInput = {}, options?: CallOptions): Promise<GetModerationLogAnswer> {
    return this.read('get-moderation-log', input, options)
  }
}

export type Platform = 'Kick' | 'Twitch' | 'YouTube' | 'TikTok'

export type Provider = 'Streamlabs' | 'StreamElements' | 'Ko-fi' | 'BuyMeACoffee'

export interface SendMessageInput {
  /** The text. Tabs and line breaks become a space. 1 to 500 characters. */
  message: string
  /** Whose chat. Default 'Kick'. */
  platform?: 'Kick' | 'Twitch' | undefined
}

export interface SendMessageAnswer {
  /** The platform's own id of the message. */
  message_id: string
}

export interface SendBotMessageInput {
  /** The text. Tabs and line breaks become a space. 1 to 500 characters. */
  message: string
  /** Whose chat. Default 'Kick'. */
  platform?: 'Kick' | 'Twitch' | undefined
}

export interface SendBotMessageAnswer {
  /** The platform's own id of the message. */
  message_id: string
}

export interface TtsInput {
  /** The text to speak. 1 to 500 characters. */
  text: string
  /** The name shown on screen. At most 100 characters. Default 'API'. */
  username?: string | undefined
}

export interface TtsAnswer {
  /** The id of this speech on the overlay. */
  ttsId: string
}

export interface ClipInput {
  /** The title of the clip. At most 140 characters. Default 'Clip - Showcaller API'. */
  title?: string | undefined
  /** Seconds. 5 to 180. Default 30. */
  duration?: number | undefined
  /** Where to clip. Default 'all'. */
  platform?: 'Kick' | 'Twitch' | 'all' | undefined
  /** Whether the bot posts the link in chat. Default true. */
  send_chat_message?: boolean | undefined
}

export interface ClipAnswer {
  platform: 'Kick' | 'Twitch' | 'all'
  send_chat_message: boolean
  /** The links of the created clips. */
  clips: {
    kick?: string
    twitch?: string
  }
  /** The result on each platform. */
  platforms: {
    kick?: 'created' | 'offline' | 'not_connected' | 'extension_not_connected' | 'failed'
    twitch?: 'created' | 'offline' | 'not_connected' | 'extension_not_connected' | 'failed'
  }
  /** The lengths of the clips in seconds. */
  durations: {
    kick?: number
    twitch?: number
  }
}

export interface GameInput {
  /** Category name; the closest category is taken. At most 100 characters. */
  game?: string | undefined
  /** Category id as search-games shows it; wins over game. At least 1. */
  kick_category_id?: number | undefined
  /** Left out: both, where connected. */
  platform?: 'Kick' | 'Twitch' | undefined
}

export interface GameAnswer {
  /** The name of the category that was set. */
  game: string
  /** all when no platform was named. */
  platform: 'Kick' | 'Twitch' | 'all'
  /** The result of each platform. */
  results: {
    /** The platform. */
    platform: Platform
    /** Whether everything requested was done on this platform. */
    success: boolean
    /** The error message. */
    error: string | null
    /** The error code. */
    code: string | null
  }[]
}

export interface SearchGamesInput {
  /** The search text. Required unless game or search is sent. 2 to 100 characters. */
  query?: string | undefined
  /** Another name for query. 2 to 100 characters. */
  game?: string | undefined
  /** Another name for query. 2 to 100 characters. */
  search?: string | undefined
  /** The maximum number of results. 1 to 50. Default 10. */
  limit?: number | undefined
  /** The minimum score. 0 to 100. Default 25. */
  min_similarity?: number | undefined
}

export interface SearchGamesAnswer {
  query: string
  /** The number of matches with at least min_similarity, before limit. */
  total: number
  best_match: {
    /** Can be used instead of a name in game and set-stream-meta. */
    kick_category_id: number
    name: string
    slug: string
    /** Similarity from 0 to 100; 100 is an exact match. */
    score: number
    match_type: 'exact_name' | 'exact_slug' | 'starts_with' | 'contains_word' | 'similar'
  } | null
  games: {
    /** Can be used instead of a name in game and set-stream-meta. */
    kick_category_id: number
    name: string
    slug: string
    /** Similarity from 0 to 100; 100 is an exact match. */
    score: number
    match_type: 'exact_name' | 'exact_slug' | 'starts_with' | 'contains_word' | 'similar'
  }[]
}

export interface TitleInput {
  /** The new title. 1 to 140 characters. */
  title: string
  /** Left out: every connected one of them. */
  platform?: 'Kick' | 'Twitch' | 'YouTube' | undefined
}

export interface TitleAnswer {
  /** all when no platform was named. */
  platform: 'Kick' | 'Twitch' | 'YouTube' | 'all'
  /** The result of each platform. */
  results: {
    /** The platform. */
    platform: Platform
    /** Whether everything requested was done on this platform. */
    success: boolean
    /** The error message. */
    error: string | null
    /** The error code. */
    code: string | null
  }[]
}

export interface GetStreamMetaInput {
  /** Whose title, category and figures. Default 'Kick'. */
  platform?: 'Kick' | 'Twitch' | undefined
}

export interface GetStreamMetaAnswer {
  /** Whose title, category and figures. */
  platform: 'Kick' | 'Twitch'
  /** The name of the account on this platform. */
  channel: string
  title: string
  category: string
  /** The platform's own id of the category. */
  category_id: string
  viewer_count: number
  followers_count: number
  /** 1 when live on any platform. */
  is_live_any: 0 | 1
  /** 1 when live on Kick. */
  is_live_kick: 0 | 1
  /** 1 when live on Twitch. */
  is_live_twitch: 0 | 1
  /** The broadcaster's last sign-in; before the first one, the day the channel was created. YYYY-MM-DD. */
  kick_last_connection: string
  /** The same value under the key that was published first. YYYY-MM-DD. */
  'kick_last_connection ': string
}

export interface SetStreamMetaInput {
  /** The new title. At most 140 characters. */
  title?: string | undefined
  /** Category name; the closest category is taken. At most 100 characters. */
  game?: string | undefined
  /** Category id as search-games shows it; wins over game. At least 1. */
  kick_category_id?: number | undefined
  /** Left out: every connected one of them. */
  platform?: 'Kick' | 'Twitch' | 'YouTube' | undefined
}

export interface SetStreamMetaAnswer {
  /** all when no platform was named. */
  platform: 'Kick' | 'Twitch' | 'YouTube' | 'all'
  /** True when the title changed on at least one platform. */
  title_updated: boolean
  /** True when the category changed on at least one platform. */
  game_updated: boolean
  title: string
  category: string
  viewer_count: number
  followers_count: number
  /** The result of each platform. */
  results: {
    /** The platform. */
    platform: Platform
    /** Whether everything requested was done on this platform. */
    success: boolean
    /** The error message. */
    error: string | null
    /** The error code. */
    code: string | null
    title_updated: boolean
    game_updated: boolean
  }[]
}

export interface TriggerAudioAlertInput {
  /** The alert by id; id or name is required. */
  id?: number | undefined
  /** The alert by name, in any case; id or name is required. At most 100 characters. */
  name?: string | undefined
  /** The name shown on the alert. At most 100 characters. Default 'API'. */
  username?: string | undefined
}

export interface TriggerAudioAlertAnswer {
  /** The alert. */
  id: number
  /** The id of this alert on the overlay. */
  alert_id: string
  name: string
}

export interface ListAudioAlertsInput {
  /** Only alerts of this status. Default 'all'. */
  status?: 'all' | 'active' | 'inactive' | undefined
  /** How many rows at most. 1 to 200. Default 50. */
  limit?: number | undefined
  /** How many rows to pass over. At least 0. Default 0. */
  offset?: number | undefined
}

export interface ListAudioAlertsAnswer {
  /** The number of alerts with this status. */
  total: number
  limit: number
  offset: number
  alerts: {
    id: number
    name: string
    /** The cost for a viewer. */
    points: number
    status: 'active' | 'inactive'
  }[]
}

export interface SendDonationInput {
  /** The provider to simulate. */
  provider: Provider
  /** How much. Above 0. */
  amount: number
  /** The symbol or code of the currency. 1 to 16 characters. */
  currency: string
  /** The donor's user name. At most 100 characters. Default 'api_donor'. */
  username?: string | undefined
  /** The donor's display name; default the user name. At most 100 characters. */
  displayname?: string | undefined
  /** The donor's message. At most 500 characters. */
  message?: string | undefined
  /** The donor's user id. At most 100 characters. */
  userid?: string | undefined
  /** The donor's platform. Default 'Kick'. */
  platform?: 'Kick' | 'Twitch' | undefined
}

export interface SendDonationAnswer {
  /** The provider to simulate. */
  provider: Provider
  amount: number
  currency: string
  username: string
  displayname: string
  message: string
}

export interface GetRecentActivityInput {
  /** The maximum number of rows of each list. 1 to 20. Default 5. */
  limit?: number | undefined
}

export interface GetRecentActivityAnswer {
  limit: number
  latest_followers: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
  }[]
  latest_subscribers: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
    /** self, or gift when someone else paid. */
    subscription_type: string
    tier: number
    months: number
  }[]
  latest_banned: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
    reason: string
    /** null when it is permanent. */
    duration_minutes: number | null
    /** ISO 8601; null when it is permanent. */
    expires_at: string | null
    moderator: string
  }[]
  latest_donors: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
    provider: Provider
    amount: number
    currency: string
    message: string
    /** 1 when send-donation made it. */
    is_test: 0 | 1
  }[]
  /** Kicks, the gifts of Kick. */
  latest_kick_bits: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
    amount: number
    message: string
  }[]
  /** Bits of Twitch. */
  latest_twitch_bits: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    /** The platform whose viewers are meant. */
    platform: Platform
    type: 'follower' | 'sub_new' | 'sub_renew' | 'sub_gift' | 'ban' | 'timeout' | 'donation' | 'kicks' | 'bits'
    /** The person's id on the platform; empty when it is not known. */
    user_id: string
    username: string
    displayname: string
    /** ISO 8601. */
    created_at: string
    amount: number
    message: string
  }[]
}

export interface EffectTriggerInput {
  /** An effect overlay. 1 to 100 characters. */
  overlay_id?: string | undefined
  /** Several at once. At most 20 entries. */
  overlay_ids?: readonly string[] | undefined
  /** The platform of the userstate that the effect receives. Default 'Kick'. */
  platform?: Platform | undefined
  /** Passed to the effect: at most 16 KiB, 20 levels deep, 500 keys. */
  data?: Record<string, unknown> | undefined
}

export interface EffectTriggerAnswer {
  triggered: number
  total: number
  results: {
    overlay_id: string
    success: boolean
    error: 'overlay_not_found' | 'overlay_not_connected' | 'effect_not_trigger_enabled' | null
  }[]
  /** The keys of data as the effect receives it. */
  data_keys: string[]
}

export interface ListEffectsAnswer {
  total: number
  effects: {
    overlay_id: string
    name: string
    effect_type: string
    /** Whether effect-trigger may trigger it. */
    trigger_enabled: boolean
    /** Whether an overlay page that shows it is connected. */
    connected: boolean
  }[]
}

export interface GetKickSubscribersInput {
  /** Whether expired subscribers are listed too. Default false. */
  include_expired?: true | 1 | '1' | 'true' | false | 0 | '0' | 'false' | undefined
  /** How many rows at most. 1 to 200. Default 50. */
  limit?: number | undefined
  /** How many rows to pass over. At least 0. Default 0. */
  offset?: number | undefined
}

export interface GetKickSubscribersAnswer {
  total: number
  limit: number
  offset: number
  /** 1 when expired subscribers are listed too. */
  include_expired: 0 | 1
  subscribers: {
    id: number
    /** The subscriber's id on Kick. */
    kick_user_id: string
    kick_username: string
    kick_displayname: string
    /** self, or gift when someone else paid. */
    subscription_type: string
    tier: number
  }[]
}

export interface AddPointsInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** How many points. 1 to 99,999,999. */
  amount: number
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface RemovePointsInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** How many points. 1 to 99,999,999. */
  amount: number
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface GetPointsInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface GetPointsAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  /** The viewer's id on the platform. */
  user_id: string
  username: string
  displayname: string
  points: number
  /** The second balance. */
  coin: number
  /** The total number of chat messages. */
  message_count: number
}

export interface GetPointsTopInput {
  /** How many rows at most. 1 to 100. Default 20. */
  limit?: number | undefined
  /** How many rows to pass over. At least 0. Default 0. */
  offset?: number | undefined
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface GetPointsTopAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  limit: number
  offset: number
  /** The number of viewers on the leaderboard. */
  total: number
  users: {
    rank: number
    username: string
    points: number
  }[]
}

export interface SetPointsInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** The new balance. 0 to 99,999,999. */
  amount: number
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface SetPointsAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  username: string
  old_points: number
  points: number
  /** New balance minus old balance. */
  changed: number
}

export interface TransferPointsInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  from_userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  from_username?: string | undefined
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  to_userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  to_username?: string | undefined
  /** How many points. 1 to 99,999,999. */
  amount: number
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface TransferPointsAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  from_username: string
  from_user_id: string
  to_username: string
  to_user_id: string
  amount: number
}

export interface AdjustWatchTimeInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** What to do with the minutes. */
  mode: 'add' | 'remove' | 'set'
  /** Minutes; at least 1 for add and remove. 0 to 99,999,999. */
  amount: number
  /** The day to change. YYYY-MM-DD. */
  day?: string | undefined
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface AdjustWatchTimeAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  user_id: string
  username: string
  displayname: string
  mode: 'add' | 'remove' | 'set'
  amount: number
  /** The unit of the amount. */
  amount_unit: 'minute'
  /** YYYY-MM-DD. */
  day: string
  /** 1 when no day was sent. */
  used_fallback_day: 0 | 1
  /** That day's minutes after the change. */
  watch_time: number
  /** The unit of the amount. */
  watch_time_unit: 'minute'
}

export interface GetWatchTimeInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** A single day, YYYY-MM-DD. */
  day?: string | undefined
  /** First day of a range; goes with date_to. YYYY-MM-DD. */
  date_from?: string | undefined
  /** Last day of a range, included; goes with date_from. YYYY-MM-DD. */
  date_to?: string | undefined
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface GetWatchTimeAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  user_id: string
  username: string
  displayname: string
  query_mode: 'all' | 'day' | 'range'
  /** YYYY-MM-DD. */
  day: string | null
  /** YYYY-MM-DD. */
  date_from: string | null
  /** YYYY-MM-DD. */
  date_to: string | null
  /** Minutes in the span. */
  watch_time: number
  /** The unit of the amount. */
  watch_time_unit: 'minute'
  /** Chat messages in the span. */
  message_count: number
}

export interface GetWatchTimeTopInput {
  /** How many rows at most. 1 to 100. Default 20. */
  limit?: number | undefined
  /** How many rows to pass over. At least 0. Default 0. */
  offset?: number | undefined
  /** A single day, YYYY-MM-DD. */
  day?: string | undefined
  /** First day of a range; goes with date_to. YYYY-MM-DD. */
  date_from?: string | undefined
  /** Last day of a range, included; goes with date_from. YYYY-MM-DD. */
  date_to?: string | undefined
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface GetWatchTimeTopAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  query_mode: 'all' | 'day' | 'range'
  /** YYYY-MM-DD. */
  day: string | null
  /** YYYY-MM-DD. */
  date_from: string | null
  /** YYYY-MM-DD. */
  date_to: string | null
  limit: number
  offset: number
  /** Viewers with watch time in the span. */
  total: number
  /** The unit of the amount. */
  watch_time_unit: 'minute'
  users: {
    rank: number
    user_id: string
    username: string
    displayname: string
    watch_time: number
    message_count: number
  }[]
}

export interface AdjustWatchTimeBulkInput {
  /** What to do with the minutes. */
  mode: 'add' | 'remove' | 'set'
  /** The day to change. YYYY-MM-DD. */
  day?: string | undefined
  /** Minutes for entries without an amount. 0 to 99,999,999. */
  amount?: number | undefined
  /** The viewers. 1 to 100 entries. */
  users: readonly {
    /** The viewer by Kick user ID; looked at first. At most 100 characters. */
    userid?: string | undefined
    /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
    username?: string | undefined
    /** Minutes for this viewer. 0 to 99,999,999. */
    amount?: number | undefined
  }[]
  /** The platform whose viewers are meant. */
  platform: Platform
}

export interface AdjustWatchTimeBulkAnswer {
  /** 1 when any entry failed. */
  partial: 0 | 1
  /** The platform whose viewers are meant. */
  platform: Platform
  mode: 'add' | 'remove' | 'set'
  /** YYYY-MM-DD. */
  day: string
  /** 1 when no day was sent. */
  used_fallback_day: 0 | 1
  /** The unit of the amount. */
  amount_unit: 'minute'
  /** The unit of the amount. */
  watch_time_unit: 'minute'
  total_requested: number
  processed_count: number
  failed_count: number
  users: {
    /** Position in the users of the request. */
    index: number
    user_id: string
    username: string
    displayname: string
    mode: 'add' | 'remove' | 'set'
    amount: number
    /** YYYY-MM-DD. */
    day: string
    watch_time: number
    message_count: number
  }[]
  failed: {
    index: number
    userid: string | null
    username: string | null
    amount: number | null
    error: string
    code: string
  }[]
}

export interface RunCommandInput {
  /** The command by name or alias, with or without !; one of command and id is required. At most 100 characters. */
  command?: string | undefined
  /** The command by id. */
  id?: number | undefined
  /** The arguments of the command. At most 500 characters. Default ''. */
  message?: string | undefined
  /** Who runs it; the broadcaster when left out. Need not be a viewer. At most 100 characters. */
  username?: string | undefined
}

export interface RunCommandAnswer {
  id: number
  command: string
  /** 1 when it is switched on. */
  active: 0 | 1
  /** The reply. */
  response: string
}

export interface ListCommandsAnswer {
  total: number
  commands: {
    id: number
    /** The primary name. */
    command: string
    /** Other names that run it. */
    aliases: string[]
    /** 1 when it is switched on. */
    active: 0 | 1
    /** 1 when it stands in the public command list. */
    show_in_list: 0 | 1
    cooldown_global_seconds: number
    cooldown_user_seconds: number
    /** The reply, with its variables as written. */
    message: string
    /** Roles that may run it. */
    permissions: string[]
    /** Roles that may not; they win. */
    denied_permissions: string[]
    /** What it does beside replying: {"version": 1, "steps": [...]}. */
    action_json: unknown
    /** 1 when it works on Kick. */
    platform_kick: 0 | 1
    /** 1 when it works on Twitch. */
    platform_twitch: 0 | 1
    /** 1 when it works on TikTok. */
    platform_tiktok: 0 | 1
    /** 1 when it works on YouTube. */
    platform_youtube: 0 | 1
    /** 0 when it is not sent by itself. */
    auto_message_interval_minutes: number
    /** Chat messages before the next automatic one. */
    auto_message_min_chat_count: number
    /** ISO 8601, or null if never. */
    last_run_at: string | null
    /** ISO 8601, or null if never. */
    last_global_run_at: string | null
    /** User id to the time of the last run, the newest hundred. */
    last_user_run_data: Record<string, string>
    points_cost: number
    coin_cost: number
    /** Points on top when a step deletes a message. */
    delete_cost: number
    /** Category ids it works in; all when empty. */
    only_game_ids: number[]
    /** Category ids it does not work in. */
    blocked_game_ids: number[]
    /** ISO 8601, or null if never. */
    last_auto_message_kick_at: string | null
    /** ISO 8601, or null if never. */
    last_auto_message_twitch_at: string | null
    /** The record as it is stored. */
    raw: {
      id: number
      /** The primary name. */
      command: string
      /** Other names that run it. */
      aliases: string[]
      /** 1 when it is switched on. */
      active: 0 | 1
      /** 1 when it stands in the public command list. */
      show_in_list: 0 | 1
      cooldown_global_seconds: number
      cooldown_user_seconds: number
      /** The reply, with its variables as written. */
      message: string
      /** Roles that may run it. */
      permissions: string[]
      /** Roles that may not; they win. */
      denied_permissions: string[]
      /** What it does beside replying: {"version": 1, "steps": [...]}. */
      action_json: unknown
      /** 1 when it works on Kick. */
      platform_kick: 0 | 1
      /** 1 when it works on Twitch. */
      platform_twitch: 0 | 1
      /** 1 when it works on TikTok. */
      platform_tiktok: 0 | 1
      /** 1 when it works on YouTube. */
      platform_youtube: 0 | 1
      /** 0 when it is not sent by itself. */
      auto_message_interval_minutes: number
      /** Chat messages before the next automatic one. */
      auto_message_min_chat_count: number
      /** ISO 8601, or null if never. */
      last_run_at: string | null
      /** ISO 8601, or null if never. */
      last_global_run_at: string | null
      /** User id to the time of the last run, the newest hundred. */
      last_user_run_data: Record<string, string>
      points_cost: number
      coin_cost: number
      /** Points on top when a step deletes a message. */
      delete_cost: number
      /** Category ids it works in; all when empty. */
      only_game_ids: number[]
      /** Category ids it does not work in. */
      blocked_game_ids: number[]
      /** ISO 8601, or null if never. */
      last_auto_message_kick_at: string | null
      /** ISO 8601, or null if never. */
      last_auto_message_twitch_at: string | null
      /** 1 when a key may run it. */
      api_enabled: 0 | 1
      /** The total number of runs. */
      run_count: number
    }
  }[]
}

export interface ToggleCommandInput {
  /** The command by id; one of id and command is required. */
  id?: number | undefined
  /** The command by name or alias, with or without !. At most 100 characters. */
  command?: string | undefined
  /** The new state. */
  active?: 0 | 1 | true | false | undefined
}

export interface ToggleCommandAnswer {
  id: number
  command: string
  /** 1 when it is switched on now. */
  active: 0 | 1
  /** 1 when it was switched on before. */
  previous_active: 0 | 1
}

export interface BanInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** Whose chat. Default 'Kick'. */
  platform?: Platform | undefined
  /** The reason; shown if the platform shows it. At most 500 characters. */
  reason?: string | undefined
}

export interface BanAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  /** The person's id on the platform. */
  user_id: string
  username: string
}

export interface TimeoutInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** Whose chat. Default 'Kick'. */
  platform?: Platform | undefined
  /** Minutes. 1 to 10,080. */
  duration: number
  /** The reason; shown if the platform shows it. At most 500 characters. */
  reason?: string | undefined
}

export interface TimeoutAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  /** The person's id on the platform. */
  user_id: string
  username: string
}

export interface UnbanUserInput {
  /** The viewer by Kick user ID; looked at first. At most 100 characters. */
  userid?: string | undefined
  /** The viewer by name, without @; used when userid is absent or not found. At most 100 characters. */
  username?: string | undefined
  /** Whose chat. Default 'Kick'. */
  platform?: Platform | undefined
}

export interface UnbanUserAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  /** The person's id on the platform. */
  user_id: string
  username: string
}

export interface DeleteMessageInput {
  /** The platform's own id of the message. 1 to 100 characters. */
  message_id: string
  /** Whose chat. Default 'Kick'. */
  platform?: Platform | undefined
}

export interface DeleteMessageAnswer {
  /** The platform whose viewers are meant. */
  platform: Platform
  /** The person's id on the platform. */
  user_id: string
  username: string
}

export interface ClearChatInput {
  /** Whose chat; every connected one when left out. */
  platform?: Platform | undefined
}

export interface ClearChatAnswer {
  /** all when no platform was sent. */
  platform: 'Kick' | 'Twitch' | 'YouTube' | 'TikTok' | 'all'
  results: {
    /** The platform whose viewers are meant. */
    platform: Platform
    /** Why it failed on this platform. */
    error: string | null
    code: string | null
  }[]
}

export interface ShieldModeInput {
  /** What to do; status only reads the state. */
  mode: 'on' | 'off' | 'status'
  /** Whose chat; every connected one when left out. */
  platform?: Platform | undefined
}

export interface ShieldModeAnswer {
  /** on when shield mode is on for any platform. */
  mode: 'on' | 'off'
  /** all when no platform was sent. */
  platform: 'Kick' | 'Twitch' | 'YouTube' | 'TikTok' | 'all'
  results: {
    /** The platform whose viewers are meant. */
    platform: Platform
    /** 1 when it is up there. */
    active: 0 | 1
    /** Why nothing was changed on this platform. */
    error: string | null
    code: string | null
  }[]
}

export interface BanRecentFollowersInput {
  /** What to do with them. */
  action: 'ban' | 'timeout'
  /** The number of followers. 1 to 100. */
  count: number
  /** Where to start; 1 is the newest. At least 1. Default 1. */
  offset?: number | undefined
  /** Minutes of a timeout. 1 to 10,080. Default 10080. */
  duration?: number | undefined
  /** The reason; shown if the platform shows it. At most 500 characters. */
  reason?: string | undefined
  /** true only returns who would be affected. Default false. */
  dry_run?: boolean | undefined
  /** Whose chat. Default 'Kick'. */
  platform?: Platform | undefined
}

export interface BanRecentFollowersAnswer {
  /** Whose chat. Default 'Kick'. */
  platform?: Platform
  action: 'ban' | 'timeout'
  /** 1 when nothing was done. */
  dry_run: 0 | 1
  /** How many were, or would be, banned or timed out. */
  affected: number
  users: {
    user_id: string
    username: string
    error: string | null
  }[]
}

export interface GetModerationLogInput {
  /** Which kind. Default 'all'. */
  type?: 'all' | 'ban' | 'timeout' | 'unban' | 'delete' | 'clear' | 'shield' | undefined
  /** How many rows at most. 1 to 100. Default 25. */
  limit?: number | undefined
  /** How many rows to pass over. At least 0. Default 0. */
  offset?: number | undefined
}

export interface GetModerationLogAnswer {
  type: 'all' | 'ban' | 'timeout' | 'unban' | 'delete' | 'clear' | 'shield'
  total: number
  limit: number
  offset: number
  entries: {
    /** Its position in the event log; newer entries are higher. */
    id: number
    type: 'ban' | 'timeout' | 'unban' | 'delete' | 'clear' | 'shield'
    /** The platform whose viewers are meant. */
    platform: Platform
    /** Empty when the action has no target or the person is not known. */
    user_id: string
    username: string
    reason: string
    /** Of a timeout. */
    duration_minutes: number | null
    /** Who did it, as the platform or the event log names them. */
    moderator: string
    /** ISO 8601. */
    created_at: string
  }[]
}
