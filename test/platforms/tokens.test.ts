import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { catalogueOf } from '../../src/kernel/catalogues.ts'
import { createSeal } from '../../src/kernel/seal.ts'
import { type Database, sql } from '../../src/kernel/storage/database.ts'
import { english } from '../../src/kernel/text/message.ts'
import { reasonIn } from '../../src/platforms/calls/reason.external.ts'
import type { AccountOwner } from '../../src/platforms/services/services.ts'
import { type Grant, RefreshRefused } from '../../src/platforms/sign-in/grant.ts'
import { createTokens } from '../../src/platforms/sign-in/tokens.ts'
import { runsOn } from '../declare.ts'
import { turns } from '../eventually.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTestClock, hourMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const owner: AccountOwner = { channelId: 1, service: 'twitch', role: 'broadcaster' }
const user = { id: '7', username: 'streamer', displayname: 'Streamer' }
const copyRow = sql<{ to: number }>(
  `INSERT INTO platform_tokens (channel_id, service, role, account_id, username, displayname, sealed, scopes, expires_at,
     reauth_since, changed_at)
   SELECT :to, service, role, account_id, username, displayname, sealed, scopes, expires_at, reauth_since, changed_at
   FROM platform_tokens WHERE channel_id = 1`,
)

describe('tokens of platform accounts', () => {
  let database: TestDatabase
  let db: Database
  let clock: TestClock
  let tokens: ReturnType<typeof createTokens>
  const secretOf = (letter: string) => () => letter.repeat(40)
  beforeEach(async () => {
    database = await openTestDatabase()
    db = database.db
    clock = createTestClock()
    tokens = createTokens({ db, clock, secret: secretOf('s') })
  })
  afterEach(async () => {
    await database.remove()
  })

  const grant = (name: string, lifeMs: number | null = hourMs): Grant => ({
    accessToken: `access-${name}`,
    refreshToken: `refresh-${name}`,
    expiresAt: lifeMs === null ? null : clock.now() + lifeMs,
    scopes: ['chat', 'clips'],
  })
  const save = (given: Grant, as = owner) => db.write((tx) => tokens.save(tx, as, user, given))
  const never = () => assert.fail('nothing was to be renewed')
  const signal = () => AbortSignal.timeout(60_000)
  const get = (renew: (refreshToken: string) => Promise<Grant>) => tokens.get(owner, ['chat'], renew, signal())

  it('are given out while they last, to whoever may have them', async () => {
    await save(grant('1'))
    assert.equal((await get(never)).accessToken, 'access-1')
    await assert.rejects(tokens.get({ ...owner, role: 'bot' }, [], never, signal()), {
      code: 'platform_not_connected',
      message: 'Connect the Twitch bot account in the panel first.',
    })
    await assert.rejects(tokens.get(owner, ['chat', 'bans'], never, signal()), {
      code: 'platform_reauth_required',
      message: 'Connect Twitch again in the panel and allow bans.',
    })
  })

  it('are renewed within their last minute, and not before', async () => {
    await save(grant('1'))
    clock.advance(hourMs - 61_000)
    assert.equal((await get(never)).accessToken, 'access-1')
    clock.advance(2_000)
    assert.equal((await get(async () => grant('2'))).accessToken, 'access-2')
    assert.equal((await get(never)).accessToken, 'access-2')
  })

  it('keep the old refresh token and the old scopes when none come back', async () => {
    await save(grant('1', 0))
    await get(async () => ({ accessToken: 'access-2', expiresAt: clock.now() }))
    const used: string[] = []
    await get(async (refreshToken) => {
      used.push(refreshToken)
      return grant('3')
    })
    assert.deepEqual(used, ['refresh-1'])
    assert.deepEqual((await tokens.getAccount(owner)).scopes, ['chat', 'clips'])
  })

  it('are renewed by one while the others wait', async () => {
    await save(grant('1', 0))
    let renewals = 0
    const renew = async () => {
      renewals++
      await turns()
      return grant('2')
    }
    const all = await Promise.all(Array.from({ length: 20 }, () => get(renew)))
    assert.deepEqual([renewals, new Set(all.map(({ accessToken }) => accessToken))], [1, new Set(['access-2'])])
    const late = await tokens.renew(owner, { accountId: '7', accessToken: 'access-1' }, never, signal())
    assert.equal(late.accessToken, 'access-2')
  })

  it('let one who waits too long go, and continue being renewed', async () => {
    await save(grant('1', 0))
    const renewed = Promise.withResolvers<Grant>()
    await assert.rejects(
      tokens.get(owner, [], () => renewed.promise, AbortSignal.timeout(10)),
      { code: 'platform_unavailable', mayHaveHappened: false },
    )
    const waiting = get(never)
    renewed.resolve(grant('2'))
    assert.equal((await waiting).accessToken, 'access-2')
  })

  it('end with a refusal, until somebody signs in again', async () => {
    await save(grant('1', 0))
    const refuse = () => Promise.reject(new RefreshRefused('Invalid refresh token'))
    await assert.rejects(get(refuse), { code: 'platform_reauth_required' })
    await assert.rejects(get(never), { code: 'platform_reauth_required' })
    assert.equal(typeof (await tokens.getAccount(owner)).reauthSince, 'number')
    await save(grant('2'))
    assert.equal((await get(never)).accessToken, 'access-2')
    assert.equal((await tokens.getAccount(owner)).reauthSince, null)
  })

  it('say in the language of the reader why they ended, and quote the service as it was', async () => {
    const german = await catalogueOf('de')
    const reasonAfter = async (given: Grant, renew: () => Promise<Grant>) => {
      await save(given)
      await assert.rejects(get(renew), { code: 'platform_reauth_required' })
      const { reauthReason } = await tokens.getAccount(owner)
      return [reauthReason?.write(english), reauthReason?.write(german)]
    }
    const { refreshToken: _, ...withoutRenewal } = grant('1', 0)
    assert.deepEqual(await reasonAfter(withoutRenewal, never), [
      'the sign-in has expired',
      'die Anmeldung ist abgelaufen',
    ])
    const refuse = (body: unknown) => () => Promise.reject(new RefreshRefused(reasonIn(body)))
    assert.deepEqual(await reasonAfter(grant('2', 0), refuse({})), [
      'it gave no reason',
      german.texts['platforms.noReason'],
    ])
    const quoted = 'Invalid {refresh} token'
    assert.deepEqual(await reasonAfter(grant('3', 0), refuse({ message: quoted })), [quoted, quoted])
  })

  it('of a refresh token that works once are kept when two use it at the same time', async () => {
    await save(grant('1', 0))
    // Two nodes whose lock did not hold: both use the same refresh token, and the service takes it from the first only.
    const nodes = [tokens, createTokens({ db, clock, secret: secretOf('s') })]
    const used = new Set<string>()
    const renew = async (refreshToken: string) => {
      if (used.has(refreshToken)) throw new RefreshRefused('Invalid refresh token')
      used.add(refreshToken)
      return grant('2')
    }
    const outcomes = await Promise.allSettled(nodes.map((node) => node.get(owner, ['chat'], renew, signal())))
    assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
    const account = await tokens.getAccount(owner)
    assert.deepEqual([account.reauthSince, account.reauthReason], [null, null])
    for (const node of nodes) assert.equal((await node.get(owner, ['chat'], never, signal())).accessToken, 'access-2')
  })

  it('are read again when the service refuses an old refresh token, and only the newest one signs out', async () => {
    await save(grant('1', 0))
    const other = createTokens({ db, clock, secret: secretOf('s') })
    const late = await get(async () => {
      await other.get(owner, ['chat'], async () => grant('2'), signal())
      throw new RefreshRefused('Invalid refresh token')
    })
    assert.equal(late.accessToken, 'access-2')
    assert.equal((await tokens.getAccount(owner)).reauthSince, null)
    const refusal = await tokens.giveUp(owner, { accountId: '7', accessToken: 'access-1' })
    assert.equal(refusal.code, 'platform_unavailable')
    assert.equal((await tokens.getAccount(owner)).reauthSince, null, 'an old token says nothing about the account')
    await tokens.giveUp(owner, late)
    assert.equal(typeof (await tokens.getAccount(owner)).reauthSince, 'number')
  })

  it('are stored before they are used, whatever another node concluded meanwhile', async () => {
    await save(grant('1', 0))
    const other = createTokens({ db, clock, secret: secretOf('s') })
    const held = await get(async () => {
      // The other node is refused before the new tokens are stored.
      const refused = other.get(owner, ['chat'], () => Promise.reject(new RefreshRefused('used')), signal())
      await assert.rejects(refused, { code: 'platform_reauth_required' })
      return grant('2')
    })
    assert.equal(held.accessToken, 'access-2')
    assert.equal((await tokens.getAccount(owner)).reauthSince, null)
    assert.equal((await other.get(owner, ['chat'], never, signal())).accessToken, 'access-2')
  })

  it('are renewed ahead of their end, each account on its own', async () => {
    const bot = { ...owner, role: 'bot' } as const
    const elsewhere = { ...owner, channelId: 2 }
    await save(grant('1', 9 * 60_000))
    await save(grant('bot', 9 * 60_000), bot)
    await save(grant('fresh', hourMs), elsewhere)
    const errors: AccountOwner[] = []
    const renew = async (refreshToken: string) => {
      if (refreshToken === 'refresh-bot') throw new Error('away')
      return grant('2')
    }
    assert.equal(await tokens.renewAhead('twitch', renew, (failed) => errors.push(failed)), 1)
    assert.deepEqual(errors, [bot], 'one that fails keeps no other waiting')
    assert.equal((await get(never)).accessToken, 'access-2')
    assert.equal((await tokens.getAccount(bot)).reauthSince, null, 'an outage is no refusal')
    assert.equal(await tokens.renewAhead('kick', never, () => {}), 0)
  })

  it('report every change of the sign-in and of what is allowed', async () => {
    const changes: string[] = []
    const noted = createTokens({ db, clock, secret: secretOf('s'), onChanged: ({ role }) => changes.push(role) })
    await db.write((tx) => noted.save(tx, owner, user, grant('1', 0)))
    const { refreshedAt } = await noted.getAccount(owner)
    await noted.noteScopes(owner, refreshedAt, ['chat', 'clips'])
    assert.equal(changes.length, 1, 'what was known already is no change')
    await noted.noteScopes(owner, refreshedAt, ['chat'])
    assert.deepEqual((await noted.getAccount(owner)).scopes, ['chat'])
    await noted.noteScopes(owner, refreshedAt - 1, ['clips'])
    assert.deepEqual((await noted.getAccount(owner)).scopes, ['chat'], 'what was said about older tokens is ignored')
    const refused = noted.get(owner, [], () => Promise.reject(new RefreshRefused('Invalid refresh token')), signal())
    await assert.rejects(refused, { code: 'platform_reauth_required' })
    await db.write((tx) => noted.remove(tx, owner))
    assert.equal(changes.length, 4)
  })

  it('outlive an outage of whoever renews them', async () => {
    await save(grant('1', 0))
    await assert.rejects(
      get(() => Promise.reject(new Error('away'))),
      /away/,
    )
    assert.equal((await get(async () => grant('2'))).accessToken, 'access-2')
  })

  it('of a sign-in that came while old ones were renewed or refused are the ones that stay', async () => {
    for (const end of [async () => grant('old'), () => Promise.reject(new RefreshRefused('Invalid refresh token'))]) {
      await save(grant('1', 0))
      await get(async () => {
        await save(grant('new'))
        return end()
      }).catch(() => undefined)
      assert.equal((await get(never)).accessToken, 'access-new')
    }
  })

  it('open with the key of this instance only, and only in their own place', async () => {
    await save(grant('1'))
    const elsewhere = createTokens({ db, clock, secret: secretOf('t') })
    await assert.rejects(elsewhere.get(owner, [], never, signal()), { code: 'platform_reauth_required' })
    await db.write((tx) => tx.run(copyRow, { to: 2 }))
    const stolen = { ...owner, channelId: 2 }
    await assert.rejects(tokens.get(stolen, [], never, signal()), { code: 'platform_reauth_required' })
  })

  it('are gone once removed', async () => {
    await save(grant('1'))
    assert.equal(await db.write((tx) => tokens.remove(tx, owner)), 'access-1')
    assert.equal(await tokens.findAccount(owner), undefined)
    assert.equal(await db.write((tx) => tokens.remove(tx, owner)), undefined)
  })
})

describe('a seal', () => {
  const seal = createSeal({ secret: () => 'x'.repeat(40), purpose: 'tests' })

  it('opens to what was closed, and is never the same twice', () => {
    const [one, two] = [seal.close('wörd', 'here'), seal.close('wörd', 'here')]
    assert.notEqual(one, two)
    assert.deepEqual([seal.open(one, 'here'), seal.open(two, 'here')], ['wörd', 'wörd'])
  })

  it('opens nothing else', () => {
    const sealed = seal.close('word', 'here')
    const other = createSeal({ secret: () => 'x'.repeat(40), purpose: 'other tests' })
    assert.equal(other.open(sealed, 'here'), undefined)
    assert.equal(seal.open(sealed, 'there'), undefined)
    const bytes = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      assert.equal(seal.open(changed.toString('base64url'), 'here'), undefined, `byte ${at}`)
    }
    for (const nonsense of ['', 'x', sealed.slice(0, 30)]) assert.equal(seal.open(nonsense, 'here'), undefined)
  })
})
