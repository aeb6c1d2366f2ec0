/** The event log, deliveries to the overlay, subscribers, chat and moderation. */
export const eventTables: readonly string[] = [
  // `list` is the recent-activity list that shows the event, if any; `external_id` is the platform's id of the event.
  `CREATE TABLE events (
    channel_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    list TEXT,
    platform TEXT,
    viewer_id BIGINT,
    external_id TEXT,
    actor TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (channel_id, seq)
  )`,
  `CREATE UNIQUE INDEX events_by_list ON events (channel_id, list, seq) WHERE list IS NOT NULL`,
  `CREATE UNIQUE INDEX events_by_external_id ON events (channel_id, platform, external_id) WHERE external_id IS NOT NULL`,

  // The delivery status of a firing. Its content is in the event with the same `seq`.
  `CREATE TABLE firings (
    channel_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    overlay_id TEXT,
    state TEXT NOT NULL,
    error TEXT,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, seq)
  )`,
  `CREATE UNIQUE INDEX firings_by_id ON firings (channel_id, id)`,
  // Finds the few firings a page may still receive, however long the history is.
  `CREATE UNIQUE INDEX firings_by_expiry ON firings (channel_id, expires_at, seq)`,

  // While `paused` is 1, overlay pages finish the current item and start nothing new.
  `CREATE TABLE overlay_states (
    channel_id BIGINT NOT NULL PRIMARY KEY,
    paused BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  )`,

  // Alerts held back while shield mode is on, shown when it is turned off.
  `CREATE TABLE held_alerts (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    id TEXT NOT NULL,
    occasion TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, id)
  )`,
  `CREATE UNIQUE INDEX held_alerts_by_time ON held_alerts (channel_id, platform, at, id)`,

  `CREATE TABLE subscribers (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    id BIGINT NOT NULL,
    platform_user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    displayname TEXT NOT NULL,
    subscription_type TEXT NOT NULL,
    tier BIGINT NOT NULL,
    months BIGINT NOT NULL,
    subscribed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, id)
  )`,
  `CREATE UNIQUE INDEX subscribers_by_user ON subscribers (channel_id, platform, platform_user_id)`,
  `CREATE UNIQUE INDEX subscribers_by_expiry ON subscribers (channel_id, platform, expires_at, id)`,

  // Chat messages of the last day: a message delivered twice counts once, and recent authors count as present.
  `CREATE TABLE counted_messages (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    external_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    viewer_id BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform, external_id)
  )`,
  `CREATE UNIQUE INDEX counted_messages_by_age ON counted_messages (channel_id, platform, at, viewer_id, external_id)`,

  // `seq` is the event that reports the action.
  `CREATE TABLE moderation_log (
    channel_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    type TEXT NOT NULL,
    platform TEXT NOT NULL,
    user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    reason TEXT NOT NULL,
    duration_minutes BIGINT,
    moderator TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, seq)
  )`,
  `CREATE UNIQUE INDEX moderation_log_by_type ON moderation_log (channel_id, type, seq)`,
  `CREATE UNIQUE INDEX moderation_log_by_user ON moderation_log (channel_id, platform, user_id, seq)`,

  // A row exists while shield mode is on; `before` holds the chat settings to restore afterwards.
  `CREATE TABLE shields (
    channel_id BIGINT NOT NULL,
    platform TEXT NOT NULL,
    before TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (channel_id, platform)
  )`,

  // The voice effect of text to speech until the given time.
  `CREATE TABLE voice_effects (
    channel_id BIGINT NOT NULL PRIMARY KEY,
    effect TEXT NOT NULL,
    until BIGINT NOT NULL
  )`,
]
