import type { Migration } from './migration.ts'

/** Which command a channel point reward runs, and the rewards, polls and predictions of the sandbox. */
export const rewards = {
  version: 23,
  name: 'rewards',
  statements: [
    `CREATE TABLE reward_commands (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      reward_id TEXT NOT NULL,
      command_id BIGINT NOT NULL,
      fulfil_after_run BIGINT NOT NULL,
      refund_if_refused BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, reward_id)
    )`,

    // `settings` is JSON. A deleted reward stays, because its redemptions name it.
    `CREATE TABLE sandbox_rewards (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id TEXT NOT NULL,
      settings TEXT NOT NULL,
      deleted BIGINT NOT NULL DEFAULT 0,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,

    `CREATE TABLE sandbox_redemptions (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id TEXT NOT NULL,
      reward_id TEXT NOT NULL,
      reward_title TEXT NOT NULL,
      cost BIGINT NOT NULL,
      username TEXT NOT NULL,
      message TEXT NOT NULL,
      status TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,
    `CREATE INDEX sandbox_redemptions_by_reward ON sandbox_redemptions (channel_id, platform, reward_id, at)`,

    // A poll or a prediction. `options` is a list of titles as JSON; an option is known by its place in the list.
    `CREATE TABLE sandbox_polls (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      options TEXT NOT NULL,
      status TEXT NOT NULL,
      winner BIGINT,
      started_at BIGINT NOT NULL,
      ends_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, id)
    )`,
    `CREATE INDEX sandbox_polls_by_status ON sandbox_polls (status, ends_at)`,

    `CREATE TABLE sandbox_votes (
      channel_id BIGINT NOT NULL,
      platform TEXT NOT NULL,
      poll_id TEXT NOT NULL,
      username TEXT NOT NULL,
      choice BIGINT NOT NULL,
      points BIGINT NOT NULL,
      PRIMARY KEY (channel_id, platform, poll_id, username)
    )`,
  ],
} as const satisfies Migration
