import type { Migration } from './migration.ts'

/** Cue lists, and what happened when they were run. */
export const shows = {
  version: 29,
  name: 'shows',
  statements: [
    // `cues` is JSON, in the format of a show's file.
    `CREATE TABLE shows (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      cues TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,

    // `lead` is who runs it: a person or a key. `follow_of` is the cue that put the next one on standby, `follow_at` when
    // the next one follows by itself, `follow_left` what was left of that wait when the show was held. Clock times up to
    // `armed_at` start nothing. `plan` is JSON: the planned time of each cue.
    `CREATE TABLE show_runs (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      show_id BIGINT NOT NULL,
      state TEXT NOT NULL,
      current_cue TEXT,
      standby_cue TEXT,
      standby_place BIGINT NOT NULL,
      lead TEXT NOT NULL,
      lead_name TEXT NOT NULL,
      last_go_at BIGINT NOT NULL,
      last_seq BIGINT NOT NULL,
      follow_of BIGINT,
      follow_at BIGINT,
      follow_left BIGINT,
      armed_at BIGINT,
      created_at BIGINT NOT NULL,
      started_at BIGINT,
      ended_at BIGINT,
      plan TEXT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    `CREATE INDEX show_runs_by_show ON show_runs (channel_id, show_id, id)`,
    `CREATE INDEX show_runs_by_state ON show_runs (state, channel_id, id)`,

    `CREATE TABLE show_cue_runs (
      channel_id BIGINT NOT NULL,
      run_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      number TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      cause TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      steps_at BIGINT,
      finished_at BIGINT,
      wait_until BIGINT,
      wait_left BIGINT,
      steps_done BIGINT NOT NULL,
      steps_total BIGINT NOT NULL,
      error TEXT,
      PRIMARY KEY (channel_id, run_id, seq)
    )`,

    // Who created a key: a key acts as that person where one person at a time may act.
    `ALTER TABLE api_keys ADD COLUMN created_by TEXT`,
  ],
} as const satisfies Migration
