import type { Migration } from './migration.ts'

/** What a channel has done of the first steps, and the passkeys and passwords of people. */
export const firstStepsAndSignIns = {
  version: 40,
  name: 'first-steps-and-sign-ins',
  statements: [
    // `step` is a step of the checklist, or `hidden` when somebody has closed the checklist.
    `CREATE TABLE first_steps (
      channel_id BIGINT NOT NULL,
      step TEXT NOT NULL,
      done_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, step)
    )`,
    // `id`: the credential id, base64url. `public_key`: a JWK. `site`: the host that the passkey is bound to.
    `CREATE TABLE passkeys (
      id TEXT NOT NULL PRIMARY KEY,
      person_id TEXT NOT NULL,
      name TEXT NOT NULL,
      site TEXT NOT NULL,
      public_key TEXT NOT NULL,
      sign_count BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    'CREATE INDEX passkeys_by_person ON passkeys (person_id, created_at, id)',
    // `hash`: scrypt with its parameters. `code_secret`: encrypted. `code_step`: the last time step that was used.
    `CREATE TABLE passwords (
      person_id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      hash TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      code_secret TEXT,
      code_step BIGINT NOT NULL DEFAULT 0
    )`,
    'CREATE UNIQUE INDEX passwords_by_name ON passwords (name_key)',
  ],
} as const satisfies Migration
