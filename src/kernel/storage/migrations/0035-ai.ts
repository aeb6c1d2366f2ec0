import type { Migration } from './migration.ts'

/** The AI bot: its providers, what they cost, what it remembers and whether it is muted. */
export const ai = {
  version: 35,
  name: 'ai',
  statements: [
    // `sealed` is the key, encrypted. Prices are millionths of a US dollar for a million tokens. `is_local`: an owner of
    // the first channel entered the address, so that it may be one of the machine or the network of the server.
    `CREATE TABLE ai_providers (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      place BIGINT NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      model TEXT NOT NULL,
      sealed TEXT,
      input_price BIGINT NOT NULL,
      output_price BIGINT NOT NULL,
      timeout_seconds BIGINT NOT NULL,
      is_local BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,

    // `day` is the day in the channel, `hour` counts hours since 1970. `cost` is in billionths of a US dollar.
    `CREATE TABLE ai_spending (
      channel_id BIGINT NOT NULL,
      day TEXT NOT NULL,
      hour BIGINT NOT NULL,
      tokens BIGINT NOT NULL,
      cost BIGINT NOT NULL,
      calls BIGINT NOT NULL,
      PRIMARY KEY (channel_id, day, hour)
    )`,

    // One exchange. `viewer_id` is 0 for what was asked by a key or a step without a viewer.
    `CREATE TABLE ai_memory (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      question TEXT NOT NULL,
      answer TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    'CREATE UNIQUE INDEX ai_memory_by_viewer ON ai_memory (channel_id, viewer_id, id)',

    // `quiet_at`: when the bot last spoke because the chat was quiet.
    `CREATE TABLE ai_states (
      channel_id BIGINT NOT NULL,
      muted_until BIGINT NOT NULL DEFAULT 0,
      quiet_at BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (channel_id)
    )`,

    // How often the bot did something in this hour, for the limit of each action.
    `CREATE TABLE ai_actions (
      channel_id BIGINT NOT NULL,
      operation TEXT NOT NULL,
      hour BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (channel_id, operation)
    )`,
  ],
} as const satisfies Migration
