/** Connected platforms, the browser extension and donation sources. */
export const platformTables: readonly string[] = [
  // `sealed` holds the tokens, encrypted with the instance secret. `reauth_since` is set when they stop working.
  // `authorised_at` is when a person last granted access; `changed_at` is when the tokens were last refreshed.
  `CREATE TABLE platform_tokens (
    channel_id BIGINT NOT NULL,
    service TEXT NOT NULL,
    role TEXT NOT NULL,
    account_id TEXT NOT NULL,
    username TEXT NOT NULL,
    displayname TEXT NOT NULL,
    sealed TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at BIGINT,
    reauth_since BIGINT,
    changed_at BIGINT NOT NULL,
    authorised_at BIGINT,
    reauth_reason TEXT,
    PRIMARY KEY (channel_id, service, role)
  )`,

  // OAuth flows in progress. A state is used once, in the browser that started the flow.
  `CREATE TABLE oauth_states (
    channel_id BIGINT NOT NULL,
    hash TEXT NOT NULL,
    service TEXT NOT NULL,
    role TEXT NOT NULL,
    pre_session_hash TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    sealed_verifier TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, hash)
  )`,

  // Webhook deliveries already processed, kept for a day to recognise repeats.
  `CREATE TABLE webhook_deliveries (
    channel_id BIGINT NOT NULL,
    service TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, service, delivery_id)
  )`,
  `CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (received_at)`,

  // Google counts quota units per app and per day in the Pacific time zone, for all channels together.
  `CREATE TABLE youtube_units (
    app TEXT NOT NULL,
    day TEXT NOT NULL,
    units BIGINT NOT NULL,
    PRIMARY KEY (app, day)
  )`,

  // YouTube's id of each ban created here; null once the ban is lifted.
  `CREATE TABLE youtube_bans (
    channel_id BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    ban_id TEXT,
    PRIMARY KEY (channel_id, user_id)
  )`,

  // One-time codes that pair a browser extension with a channel.
  `CREATE TABLE extension_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,

  // Browsers whose extension may create clips for the channel. The token itself is stored only in the browser.
  `CREATE TABLE extension_pairings (
    channel_id BIGINT NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    browser TEXT NOT NULL,
    version TEXT NOT NULL,
    paired_at BIGINT NOT NULL,
    seen_at BIGINT,
    PRIMARY KEY (channel_id, id)
  )`,

  // `hook` is the last part of the webhook URL. Without `sealed` the source is not set up and accepts nothing.
  `CREATE TABLE donation_sources (
    channel_id BIGINT NOT NULL,
    provider TEXT NOT NULL,
    hook TEXT NOT NULL,
    sealed TEXT,
    account TEXT NOT NULL,
    last_event_at BIGINT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, provider)
  )`,
]
