import type { Migration } from './migration.ts'

/** The change log: what a command, a widget and so on was before it was saved or deleted. */
export const changes = {
  version: 64,
  name: 'changes',
  statements: [
    // `thing`: its id. `content`: its rows before the change, as JSON; null where it did not exist. `file`: the file
    // on disk that it needs. `written`: the bytes
    // that the channel has logged up to and with this entry, of deletions and of saves each.
    `CREATE TABLE changes (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      kind TEXT NOT NULL,
      thing TEXT NOT NULL,
      action TEXT NOT NULL,
      name TEXT NOT NULL,
      actor TEXT NOT NULL,
      request_id TEXT NOT NULL,
      at BIGINT NOT NULL,
      content TEXT,
      file TEXT,
      written BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    'CREATE INDEX changes_of ON changes (channel_id, kind, thing, id)',
    `CREATE INDEX changes_in_trash ON changes (channel_id, id) WHERE action = 'deleted'`,
    `CREATE INDEX changes_saved ON changes (channel_id, id) WHERE action <> 'deleted'`,
    // Which files on disk the trash still needs.
    `CREATE INDEX changes_of_files ON changes (file) WHERE file IS NOT NULL`,
    `CREATE INDEX changes_by_age ON changes (at) WHERE action = 'deleted'`,
  ],
} as const satisfies Migration
