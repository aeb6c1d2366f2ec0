/**
 * What each table holds about viewers, and what erasing a viewer does to it. Export and erasure are built from this list,
 * and a test compares it with the schema: every table is here, and so is every column of the tables with personal data.
 */
export type PersonalKey =
  /** The column with our own id of the viewer. */
  | { readonly viewer: string }
  /** The column with the platform's id of the user; beside it is a column `platform`, or the table is of one platform. */
  | { readonly user: string; readonly platform?: 'kick' | 'twitch' | 'youtube' }
  /** The column with the user's name on the sandbox. */
  | { readonly sandboxName: string }
  /** Text that may name anybody: every row of the channel is read. */
  | 'scan'

export interface PersonalTable {
  readonly key: PersonalKey
  /**
   * `delete` removes the rows, `set` replaces personal columns (`:erased` stands for a viewer without a name), `keep`
   * leaves numbers that belong to nobody once the viewer has no name, `clean` removes names and words from text.
   */
  readonly erase: 'delete' | 'keep' | 'clean' | { readonly set: Readonly<Record<string, string>> }
  /**
   * The second column of the primary key. Rows to change are selected first, by their index: with both in one statement
   * SQLite scans the whole channel.
   */
  readonly row?: string
  /**
   * The primary key without the channel, where no index leads to the viewer. Rows to delete are found in the reader
   * thread, because a scan of the channel would block the event loop.
   */
  readonly scattered?: readonly string[]
  /** Columns with personal data, or that lead to a person. */
  readonly personal: readonly string[]
}

export const personalTables = {
  viewers: {
    key: { viewer: 'id' },
    erase: {
      set: {
        platform_user_id: ':erased',
        username: ':erased',
        name_key: ':erased',
        displayname: ':erased',
        person: 'NULL',
        roles: `''`,
        followed_at: 'NULL',
        // Out of leaderboards and counts of viewers, as an account that is not a person.
        is_bot: '1',
      },
    },
    personal: ['id', 'platform_user_id', 'username', 'name_key', 'displayname', 'person', 'roles', 'followed_at'],
  },
  former_names: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    scattered: ['platform', 'name_key', 'viewer_id'],
    personal: ['name_key', 'viewer_id', 'until'],
  },
  // The reasons are cleaned with the events of the same number.
  points_ledger: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id', 'reason'] },
  earnings: { key: { viewer: 'viewer_id' }, erase: 'delete', personal: ['viewer_id', 'message_at'] },
  watch_time_days: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id'] },
  watch_time_months: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id'] },
  viewer_values: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    personal: ['viewer_id', 'name_key', 'value', 'recent', 'changed_at'],
  },
  command_user_runs: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    scattered: ['command_id', 'viewer_id'],
    personal: ['viewer_id', 'at'],
  },
  // A row exists while a command runs, and gives its price back if the server stops before the end.
  command_charges: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id'] },
  // For seven days.
  automation_runs: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    row: 'id',
    personal: ['viewer_id', 'data', 'steps', 'error'],
  },
  first_messages: { key: { viewer: 'viewer_id' }, erase: 'delete', personal: ['viewer_id', 'stream_at'] },
  // A draw can be verified only with every entry, so they stay, as entries of a viewer without a name.
  round_entries: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id', 'choice', 'entered_at'] },
  round_winners: { key: { viewer: 'viewer_id' }, erase: 'keep', personal: ['viewer_id'] },
  // Titles and addresses that viewers chose. A row is deleted with the next change of the player after its song has ended.
  song_requests: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    row: 'id',
    personal: ['viewer_id', 'title', 'artist', 'source', 'requested_at'],
  },
  song_votes: { key: { viewer: 'viewer_id' }, erase: 'delete', personal: ['viewer_id', 'item', 'voted_at'] },
  // Bounded in number and days. What others asked is deleted with them.
  ai_memory: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    row: 'id',
    personal: ['viewer_id', 'question', 'answer', 'at', 'audience'],
  },
  discord_links: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    personal: ['viewer_id', 'discord_id', 'discord_name', 'granted', 'linked_at'],
  },
  // For minutes: whose code a viewer has typed.
  discord_link_codes: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    row: 'code',
    personal: ['viewer_id', 'discord_id', 'discord_name'],
  },
  counted_messages: {
    key: { viewer: 'viewer_id' },
    erase: 'delete',
    scattered: ['platform', 'external_id'],
    personal: ['viewer_id', 'external_id', 'at'],
  },
  subscribers: {
    key: { user: 'platform_user_id' },
    erase: 'delete',
    personal: ['platform_user_id', 'username', 'displayname', 'subscription_type', 'subscribed_at', 'expires_at'],
  },
  moderation_log: {
    key: { user: 'user_id' },
    erase: { set: { user_id: `''`, username: ':erased', reason: `''` } },
    row: 'seq',
    personal: ['user_id', 'username', 'reason', 'moderator'],
  },
  // For a day.
  kick_subscription_reports: {
    key: { user: 'user_id', platform: 'kick' },
    erase: 'delete',
    personal: ['user_id', 'report', 'at'],
  },
  // For a month.
  twitch_subscriptions: {
    key: { user: 'user_id', platform: 'twitch' },
    erase: 'delete',
    personal: ['user_id', 'username', 'displayname', 'tier', 'report', 'at'],
  },
  youtube_bans: { key: { user: 'user_id', platform: 'youtube' }, erase: 'delete', personal: ['user_id', 'ban_id'] },
  sandbox_chat: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['id', 'username', 'text', 'author'] },
  sandbox_bans: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username', 'reason'] },
  sandbox_present: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username'] },
  sandbox_actions: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username'] },
  sandbox_bits: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['id', 'username', 'amount', 'at'] },
  sandbox_subscribers: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username', 'expires_at'] },
  sandbox_followers: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username'] },
  sandbox_redemptions: {
    key: { sandboxName: 'username' },
    erase: 'delete',
    personal: ['id', 'username', 'message', 'at'],
  },
  sandbox_votes: { key: { sandboxName: 'username' }, erase: 'delete', personal: ['username'] },
  events: { key: 'scan', erase: 'clean', personal: ['viewer_id', 'external_id', 'data'] },
  idempotency: { key: 'scan', erase: 'clean', personal: ['answer'] },
  commands: { key: 'scan', erase: 'clean', personal: ['last_user_runs'] },
  // Deleted commands, and the texts and lists of deleted values, for 30 days.
  changes: { key: 'scan', erase: 'clean', personal: ['content'] },
  // Texts and the items of lists: quotes, or who waits in a queue.
  named_values: { key: 'scan', erase: 'clean', personal: ['name_key', 'value'] },
} as const satisfies Readonly<Record<string, PersonalTable>>

/** Tables without data about viewers, and why. */
export const tablesWithoutViewers: Readonly<Record<string, string>> = {
  channels: 'the channel and its settings',
  platform_accounts: "the broadcaster's own accounts",
  platform_tokens: "the broadcaster's and the bot's own accounts",
  oauth_states: 'sign-ins of the team, for minutes',
  device_sign_ins: 'sign-ins of the team, for minutes',
  api_keys: 'keys of the channel',
  api_key_addresses: 'addresses that keys are used from',
  api_key_usage: 'numbers of calls',
  people: 'the team of the channel, which the team page removes',
  person_accounts: 'accounts that the team signs in with',
  memberships: 'roles of the team',
  sign_in_links: 'links for the team',
  passkeys: 'public keys that the team signs in with',
  passwords: 'names and hashed passwords that the team signs in with',
  first_steps: 'what is done of the checklist on Home',
  sign_in_states: 'sign-ins of the team, for minutes',
  sessions: 'browsers of the team',
  leases: 'which node does which job',
  id_sequences: 'the last number of each sort',
  listener_marks: 'times, ids and numbers up to which a platform was read',
  minute_jobs: 'how far the jobs of each minute have come',
  channel_settings: 'what the broadcaster has set; a list of names there is edited in the panel',
  audio_alerts: "the broadcaster's content",
  effects: "the broadcaster's content",
  songs: "the broadcaster's content",
  ai_providers: 'addresses and encrypted keys of models',
  ai_spending: 'numbers of tokens and costs',
  ai_states: 'until when the AI bot is muted, and when it last spoke to a quiet chat',
  ai_actions: 'how often the AI bot did something',
  players: 'the state of the player',
  command_words: 'names of commands',
  automations: "the broadcaster's content",
  automation_platform_times: 'when an automation last ran',
  test_channel_changes: 'numbers and names of content of the broadcaster that was changed',
  automation_starts: 'numbers of events that are about to start automations',
  held_events: 'numbers of events that wait for the end of shield mode',
  categories: 'names of games',
  category_ids: 'names of games',
  uploads: "the broadcaster's files",
  firings: 'the state of what the overlay shows; its content is in the event of the same number',
  overlay_states: 'whether the queue is paused',
  shields: 'settings of the chat before shield mode',
  active_voice_effects: 'the voice effects that are on, and what they are set back to',
  header_secrets: 'names, addresses and encrypted secrets of web services',
  event_webhooks: 'addresses that events are sent to, with encrypted secrets',
  event_totals: 'numbers of follows, subscriptions, bits and likes, and sums of donations',
  event_deliveries: 'numbers of events and of answers, for a week; what is sent is read from the event',
  webhook_deliveries: 'ids of deliveries and hashes of events, for a day',
  youtube_units: 'a quota',
  obs_undos: 'names of scenes and sources in OBS, for the seconds of a change',
  discord_announcements: 'which message on Discord announces the stream',
  discord_withdrawals:
    'roles to be taken from accounts on Discord that belong to no viewer any more, for a week at most',
  stream_states: 'the last known state of the stream and its chat',
  extension_codes: 'pairing codes, for minutes',
  extension_pairings: 'browsers of the team',
  service_credentials: 'keys and secrets of services, encrypted',
  donation_sources: "the broadcaster's accounts at providers",
  watch_minutes: 'numbers of viewers per minute, without names',
  watch_columns: 'minutes by the number of the viewer, without names',
  ranking_blocks: 'how many viewers are between two places',
  reward_commands: 'which command a reward runs',
  widgets: "the broadcaster's widgets: their settings and where they stand",
  decks: "the broadcaster's pages of buttons",
  shows: "the broadcaster's cue lists",
  show_runs: 'when a show was run, and who of the team had the lead',
  show_cue_runs: 'when each cue of a show was run',
  rounds: "the broadcaster's giveaways, polls, predictions and trivia",
  sandbox_rewards: "the broadcaster's rewards",
  sandbox_polls: 'polls and predictions without who voted',
  sandbox_streams: 'the state of the simulated platform',
  sandbox_discord: 'the state of the simulated Discord server, whose members are invented',
  sandbox_clips: 'titles of clips',
  sandbox_categories: 'names of games',
  sandbox_sign_in_codes: 'sign-ins of the team, for minutes',
}

/**
 * The fields of events and of stored answers. A test checks that every text of every event definition is
 * in one of these lists.
 */
export const personalFields = {
  /** The platform's id of a person. */
  ids: ['user_id', 'userid', 'userId', 'platform_user_id', 'from_user_id', 'to_user_id'],
  /** The name of a person. */
  names: ['username', 'displayname', 'displayName', 'display_name', 'from', 'to', 'other', 'moderator', 'user'],
  /** What a viewer wrote, and why something was done to a viewer: erased with the viewer. */
  words: ['message', 'text', 'args', 'reason', 'value', 'previous_value', 'added', 'removed'],
  /** Written about somebody, so it may contain the name. */
  mentions: ['response', 'title', 'error'],
} as const

/** Texts of events that are never about a viewer: ids of ours, choices, settings. */
export const impersonalFields: readonly string[] = [
  'account',
  'address',
  'artist',
  'as',
  'before',
  'browser',
  'category',
  'color',
  'categoryId',
  'cause',
  'change',
  'command',
  'commitment',
  'currency',
  'day',
  'effect',
  'emote',
  'effect_type',
  'ending',
  'fields',
  'gift_id',
  'gift_name',
  'gift_tier',
  'hotkey',
  'id',
  'key_id',
  'keyId',
  'kind',
  'language',
  'lasts',
  'level_name',
  'limit',
  'messageId',
  'mode',
  'model',
  'model_id',
  'name',
  'names',
  'newKeyId',
  'number',
  'operation',
  'option',
  'options',
  'origin',
  'overlay_id',
  'overlay_ids',
  'owner',
  'pairing_id',
  'path',
  'patterns',
  'personId',
  'platform',
  'player',
  'power_up',
  'previous_scene',
  'provider',
  'redemption_id',
  'request_id',
  'host',
  'reward',
  'reward_id',
  'replyTo',
  'role',
  'scene',
  'scopes',
  'seed',
  'service',
  'show',
  'source',
  'status',
  'subscription_type',
  'target',
  'time_zone',
  'train_id',
  'trigger',
  'type',
  'unit',
  'url',
  'version',
  'winner',
  'withheld',
  'word',
]
