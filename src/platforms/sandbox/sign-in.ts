import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../contract/platforms.ts'
import type { PlatformUser } from '../platform.ts'
import { sandboxMessages } from './messages.ts'
import { broadcasterOf } from './users.ts'

const codeLifeMs = 60_000
const broadcasterName = /^[a-z][a-z0-9_]{2,24}$/

interface CodeRow {
  readonly channel_id: number
  readonly platform: Platform
  readonly username: string
  readonly redirect_uri: string
  readonly expires_at: number
  readonly challenge: string | null
}

const insertCode = sql<{
  hash: string
  channel: number
  platform: string
  username: string
  redirect: string
  expiresAt: number
  challenge: string | null
}>(
  `INSERT INTO sandbox_sign_in_codes (hash, channel_id, platform, username, redirect_uri, expires_at, challenge)
   VALUES (:hash, :channel, :platform, :username, :redirect, :expiresAt, :challenge)`,
)
const takeCode = sql<{ hash: string }, CodeRow>(
  `DELETE FROM sandbox_sign_in_codes WHERE hash = :hash
   RETURNING channel_id, platform, username, redirect_uri, expires_at, challenge`,
)
const findChannelName = sql<{ channel: number }, { name: string }>('SELECT name FROM channels WHERE id = :channel')
const dropOldCodes = sql<{ now: number }>('DELETE FROM sandbox_sign_in_codes WHERE expires_at <= :now')

export interface SandboxConsent {
  /** The channel of the account; undefined for another broadcaster. */
  readonly channelId: number | undefined
  readonly platform: Platform
  /** The broadcaster's account. */
  readonly user: PlatformUser
}

export type SandboxSignIn = ReturnType<typeof createSandboxSignIn>

/** The sandbox's sign-in, which works like OAuth on real platforms: a one-time code for a registered redirect URI. */
export function createSandboxSignIn(needs: {
  db: Database
  clock: Clock
  ids: Ids
  /** The registered redirect URIs. They are compared exactly. */
  redirects: () => readonly string[]
}) {
  const { db, clock, ids, redirects } = needs

  function requireKnownRedirect(redirectUri: string): void {
    if (redirects().includes(redirectUri)) return
    throw new Failure('invalid_parameter', {
      message: sandboxMessages.unknownRedirect.of(),
    })
  }

  return {
    requireKnownRedirect,

    /** The redirect after the user denied access. */
    refuse(redirectUri: string, state: string): string {
      requireKnownRedirect(redirectUri)
      return withParameters(redirectUri, { error: 'access_denied', state })
    },

    /** The redirect with the code and the caller's state. */
    async approve(
      who: {
        readonly channel: { readonly id: number; readonly name: string }
        readonly platform: Platform
        /** Another broadcaster of the sandbox, who may not exist yet. */
        readonly username?: string | undefined
        /** PKCE: the code is then valid only with the verifier. */
        readonly challenge?: string | undefined
      },
      redirectUri: string,
      state: string,
    ): Promise<string> {
      requireKnownRedirect(redirectUri)
      const { channel, platform, username = channel.name, challenge = null } = who
      if (username !== channel.name && !broadcasterName.test(username)) {
        throw new Failure('invalid_parameter', {
          message: sandboxMessages.invalidUsername.of(),
        })
      }
      const code = ids.secret(40)
      const now = clock.now()
      await db.write(async (tx) => {
        await tx.run(dropOldCodes, { now })
        await tx.run(insertCode, {
          hash: hashOf(code),
          channel: channel.id,
          platform,
          username,
          redirect: redirectUri,
          expiresAt: now + codeLifeMs,
          challenge,
        })
      })
      return withParameters(redirectUri, { code, state })
    },

    /** A code is valid once, for one minute and one redirect URI. Any attempt uses it up. */
    async exchange(code: string, redirectUri: string, verifier = ''): Promise<SandboxConsent> {
      const row = await db.write((tx) => tx.get(takeCode, { hash: hashOf(code) }))
      const isProved = row?.challenge == null || row.challenge === challengeOf(verifier)
      if (row === undefined || row.redirect_uri !== redirectUri || row.expires_at <= clock.now() || !isProved) {
        throw new Failure('platform_refused', { message: sandboxMessages.codeRefused.of() })
      }
      const { channel_id: channelId, platform, username } = row
      const channel = await db.get(findChannelName, { channel: channelId })
      if (channel?.name === username) {
        return { channelId, platform, user: broadcasterOf({ id: channelId, name: username }, platform) }
      }
      return { channelId: undefined, platform, user: broadcasterOf({ id: username, name: username }, platform) }
    },
  }
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
