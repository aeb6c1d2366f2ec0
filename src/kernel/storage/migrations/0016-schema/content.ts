/** What the broadcaster creates: settings, alerts, effects, songs, commands, categories, uploads. */
export const contentTables: readonly string[] = [
  // One row per setting that differs from its default; the value is JSON validated by its schema.
  `CREATE TABLE channel_settings (
    channel_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, name)
  )`,

  `CREATE TABLE audio_alerts (
    channel_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    points BIGINT NOT NULL,
    status TEXT NOT NULL,
    settings TEXT NOT NULL,
    position BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (channel_id, id)
  )`,
  `CREATE UNIQUE INDEX audio_alerts_by_name ON audio_alerts (channel_id, name_key)`,

  `CREATE TABLE effects (
    channel_id BIGINT NOT NULL,
    overlay_id TEXT NOT NULL,
    name TEXT NOT NULL,
    effect_type TEXT NOT NULL,
    effect_settings TEXT NOT NULL,
    trigger_enabled BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (channel_id, overlay_id)
  )`,

  `CREATE TABLE songs (
    channel_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    title TEXT NOT NULL,
    artist TEXT NOT NULL,
    source TEXT NOT NULL,
    seconds BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (channel_id, id)
  )`,

  `CREATE TABLE players (
    channel_id BIGINT NOT NULL PRIMARY KEY,
    playing BIGINT NOT NULL,
    song_id BIGINT,
    position_ms BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  )`,

  `CREATE TABLE commands (
    channel_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    command TEXT NOT NULL,
    aliases TEXT NOT NULL,
    active BIGINT NOT NULL,
    show_in_list BIGINT NOT NULL,
    api_enabled BIGINT NOT NULL,
    cooldown_global_seconds BIGINT NOT NULL,
    cooldown_user_seconds BIGINT NOT NULL,
    message TEXT NOT NULL,
    permissions TEXT NOT NULL,
    denied_permissions TEXT NOT NULL,
    action_json TEXT NOT NULL,
    on_kick BIGINT NOT NULL,
    on_twitch BIGINT NOT NULL,
    on_youtube BIGINT NOT NULL,
    on_tiktok BIGINT NOT NULL,
    auto_message_interval_minutes BIGINT NOT NULL,
    auto_message_min_chat_count BIGINT NOT NULL,
    points_cost BIGINT NOT NULL,
    coin_cost BIGINT NOT NULL,
    delete_cost BIGINT NOT NULL,
    only_game_ids TEXT NOT NULL,
    blocked_game_ids TEXT NOT NULL,
    run_count BIGINT NOT NULL DEFAULT 0,
    last_run_at BIGINT,
    last_global_run_at BIGINT,
    last_user_runs TEXT NOT NULL DEFAULT '{}',
    last_auto_kick_at BIGINT,
    last_auto_twitch_at BIGINT,
    last_auto_youtube_at BIGINT,
    last_auto_tiktok_at BIGINT,
    PRIMARY KEY (channel_id, id)
  )`,
  // Finds the few commands with automatic messages, every minute.
  `CREATE UNIQUE INDEX commands_auto ON commands (channel_id, auto_message_interval_minutes, id)`,

  // Every name and alias of every command, so that no two commands share one.
  `CREATE TABLE command_words (
    channel_id BIGINT NOT NULL,
    word_key TEXT NOT NULL,
    command_id BIGINT NOT NULL,
    PRIMARY KEY (channel_id, word_key)
  )`,

  // When each viewer last ran a command that has a per-viewer cooldown.
  `CREATE TABLE command_user_runs (
    channel_id BIGINT NOT NULL,
    command_id BIGINT NOT NULL,
    viewer_id BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, command_id, viewer_id)
  )`,
  `CREATE UNIQUE INDEX command_user_runs_by_age ON command_user_runs (at, channel_id, command_id, viewer_id)`,

  // The price of a command is charged before it runs. A row found at start-up belongs to an interrupted run.
  `CREATE TABLE command_charges (
    channel_id BIGINT NOT NULL,
    id TEXT NOT NULL,
    command_id BIGINT NOT NULL,
    viewer_id BIGINT NOT NULL,
    points BIGINT NOT NULL,
    coin BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, id)
  )`,

  // The operator's own categories, in addition to the shipped catalogue. Shared by all channels.
  `CREATE TABLE categories (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    aliases TEXT NOT NULL,
    kick_id TEXT,
    twitch_id TEXT
  )`,

  // Category ids learned from a platform, per connector: sandbox ids must never reach the real platform.
  `CREATE TABLE category_ids (
    connector TEXT NOT NULL,
    platform TEXT NOT NULL,
    category_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    platform_id TEXT NOT NULL,
    PRIMARY KEY (connector, platform, category_id)
  )`,

  // The file is stored in the data folder under its hash; several channels may share one.
  `CREATE TABLE uploads (
    channel_id BIGINT NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    duration_ms BIGINT,
    width BIGINT,
    height BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, id)
  )`,
  `CREATE UNIQUE INDEX uploads_by_content ON uploads (channel_id, hash, kind)`,
  `CREATE UNIQUE INDEX uploads_by_hash ON uploads (hash, channel_id, kind)`,
]
