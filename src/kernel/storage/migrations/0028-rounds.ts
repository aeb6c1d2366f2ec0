import type { Migration } from './migration.ts'

/** Giveaways, polls, predictions and trivia, with who entered and who won. */
export const rounds = {
  version: 28,
  name: 'rounds',
  statements: [
    // `options`, `entry` and `tally` are JSON; `tally` counts entries and points for each option, so that a round with
    // many entries is read as fast as one with few. `sealed_seed` is the seed of a draw, encrypted, until it is revealed
    // in `seed`. `external_id`: what the platform calls a round that it runs itself. `settling`: points are still being
    // paid out or given back, and `settled_to` is the number of the last entry that has been handled.
    `CREATE TABLE rounds (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      status TEXT NOT NULL,
      options TEXT NOT NULL,
      entry TEXT NOT NULL,
      winners BIGINT NOT NULL,
      prize BIGINT NOT NULL,
      sealed_seed TEXT,
      seed TEXT,
      commitment TEXT,
      platform TEXT,
      external_id TEXT,
      entries BIGINT NOT NULL DEFAULT 0,
      tally TEXT NOT NULL,
      outcome BIGINT,
      settling TEXT,
      settled_to BIGINT NOT NULL DEFAULT 0,
      ended_seq BIGINT,
      opened_at BIGINT NOT NULL,
      closes_at BIGINT,
      closed_at BIGINT,
      ended_at BIGINT,
      PRIMARY KEY (channel_id, id)
    )`,
    `CREATE UNIQUE INDEX rounds_by_status ON rounds (channel_id, status, id)`,
    `CREATE UNIQUE INDEX rounds_by_closing ON rounds (closes_at, channel_id, id) WHERE status = 'open'`,
    `CREATE UNIQUE INDEX rounds_by_settling ON rounds (channel_id, id) WHERE settling IS NOT NULL`,
    `CREATE UNIQUE INDEX rounds_by_external_id ON rounds (channel_id, platform, external_id)
     WHERE external_id IS NOT NULL`,

    // One entry of each viewer. `number` is its place in the order of entering; `choice` the number of an option, 0
    // without options. `weight` is set once, when the winners are drawn.
    `CREATE TABLE round_entries (
      channel_id BIGINT NOT NULL,
      round_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      number BIGINT NOT NULL,
      choice BIGINT NOT NULL,
      tickets BIGINT NOT NULL,
      points BIGINT NOT NULL,
      weight BIGINT,
      paid BIGINT,
      entered_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, round_id, viewer_id)
    )`,
    `CREATE UNIQUE INDEX round_entries_in_order ON round_entries (channel_id, round_id, number)`,

    `CREATE TABLE round_winners (
      channel_id BIGINT NOT NULL,
      round_id BIGINT NOT NULL,
      place BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      number BIGINT NOT NULL,
      PRIMARY KEY (channel_id, round_id, place)
    )`,
  ],
} as const satisfies Migration
