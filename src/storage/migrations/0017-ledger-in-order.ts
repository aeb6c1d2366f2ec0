import type { Migration } from './list.ts'

/**
 * The ledger in the order of its events, so that a change of points is written at the end and not on a page of its
 * own. Each row names the one before it of the same viewer and currency, and the viewer the newest.
 */
export const ledgerInOrder: Migration = {
  name: 'ledger-in-order',
  statements: [
    // Who did it, in which request and when stands in the event with the same seq.
    `CREATE TABLE ledger_in_order (
      channel_id BIGINT NOT NULL,
      seq BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      currency TEXT NOT NULL,
      previous_seq BIGINT,
      delta BIGINT NOT NULL,
      balance BIGINT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (channel_id, seq, viewer_id, currency)
    )`,
    `INSERT INTO ledger_in_order (channel_id, seq, viewer_id, currency, previous_seq, delta, balance, reason)
     SELECT channel_id, seq, viewer_id, currency,
       lag(seq) OVER (PARTITION BY channel_id, viewer_id, currency ORDER BY seq), delta, balance, reason
     FROM points_ledger`,
    `ALTER TABLE viewers ADD COLUMN points_seq BIGINT`,
    `ALTER TABLE viewers ADD COLUMN coin_seq BIGINT`,
    `UPDATE viewers SET
      points_seq = (SELECT max(l.seq) FROM points_ledger l WHERE l.channel_id = viewers.channel_id
        AND l.viewer_id = viewers.id AND l.currency = 'points'),
      coin_seq = (SELECT max(l.seq) FROM points_ledger l WHERE l.channel_id = viewers.channel_id
        AND l.viewer_id = viewers.id AND l.currency = 'coin')`,
    `DROP TABLE points_ledger`,
    `ALTER TABLE ledger_in_order RENAME TO points_ledger`,

    // What was looked for from end to end.
    `CREATE UNIQUE INDEX moderation_log_by_user ON moderation_log (channel_id, platform, user_id, seq)`,
    `CREATE UNIQUE INDEX person_accounts_by_person ON person_accounts (person_id, service, account_id)`,
  ],
}
