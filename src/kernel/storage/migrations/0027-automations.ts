import type { Migration } from './migration.ts'

/** Automations and what their runs did. */
export const automations = {
  version: 27,
  name: 'automations',
  statements: [
    // `definition` is JSON: trigger, conditions, run settings and steps.
    `CREATE TABLE automations (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      active BIGINT NOT NULL,
      trigger_type TEXT NOT NULL,
      definition TEXT NOT NULL,
      run_count BIGINT NOT NULL DEFAULT 0,
      dropped BIGINT NOT NULL DEFAULT 0,
      last_run_at BIGINT,
      last_scheduled_at BIGINT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    'CREATE UNIQUE INDEX automations_by_name ON automations (channel_id, name_key)',
    'CREATE INDEX automations_by_trigger ON automations (trigger_type, channel_id)',

    // `steps` and `data` are JSON. `seen_at` is renewed by the node while a run lasts.
    `CREATE TABLE automation_runs (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      automation_id BIGINT NOT NULL,
      name TEXT NOT NULL,
      cause TEXT NOT NULL,
      event_kind TEXT,
      event_seq BIGINT,
      viewer_id BIGINT,
      depth BIGINT NOT NULL,
      node TEXT NOT NULL,
      status TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      finished_at BIGINT,
      error TEXT,
      data TEXT NOT NULL,
      steps TEXT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    // The stream in which somebody wrote their first message, while an automation waits for first messages.
    `CREATE TABLE first_messages (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      stream_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id)
    )`,
    'CREATE INDEX automation_runs_of ON automation_runs (channel_id, automation_id, id)',
    'CREATE INDEX automation_runs_of_viewer ON automation_runs (channel_id, viewer_id)',
    'CREATE INDEX automation_runs_by_time ON automation_runs (started_at)',
    // Few rows each, however many runs are kept: of a node, of an automation, and those that may be cut off.
    `CREATE INDEX automation_runs_running ON automation_runs (node, channel_id) WHERE status = 'running'`,
    `CREATE INDEX automation_runs_running_of ON automation_runs (channel_id, automation_id) WHERE status = 'running'`,
    `CREATE INDEX automation_runs_seen ON automation_runs (seen_at) WHERE status = 'running'`,
  ],
} as const satisfies Migration
