import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../src/kernel/log.ts'
import type { ConnectedService } from '../../src/platforms/services/connected-service.ts'
import type { AccountOwner, Service } from '../../src/platforms/services/services.ts'
import type { Renew } from '../../src/platforms/sign-in/grant.ts'
import { createRenewalJob } from '../../src/platforms/sign-in/renewal-job.ts'
import { createTokens } from '../../src/platforms/sign-in/tokens.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('the job that renews tokens', () => {
  let database: TestDatabase
  const clock = createTestClock()
  const lines: string[] = []
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.remove())

  const tokens = () => createTokens({ db: database.db, clock, secret: () => 's'.repeat(40) })
  const ownerOf = (service: Service): AccountOwner => ({ channelId: 1, service, role: 'broadcaster' })
  const service = (name: Service, renew: Renew) => ({ service: name, oauth: { renew } }) as unknown as ConnectedService
  const save = (name: Service, lifeMs: number) =>
    database.db.write((tx) =>
      tokens().save(
        tx,
        ownerOf(name),
        { id: '7', username: 'streamer', displayname: 'Streamer' },
        { accessToken: `old-${name}`, refreshToken: 'r', expiresAt: clock.now() + lifeMs, scopes: [] },
      ),
    )
  const tokenOf = async (name: Service) =>
    (await tokens().get(ownerOf(name), [], () => assert.fail('renewed by a call'), AbortSignal.timeout(60_000)))
      .accessToken

  it('does so ahead of their end, and a service that does not answer keeps no other waiting', async () => {
    await save('twitch', 5 * minuteMs)
    await save('kick', 5 * minuteMs)
    await save('spotify', 30 * minuteMs)
    const answer = Promise.withResolvers<Awaited<ReturnType<Renew>>>()
    const fresh = async () => ({ accessToken: 'new', expiresAt: clock.now() + 60 * minuteMs })
    const job = createRenewalJob({
      tokens: tokens(),
      log: createLog('info', (line) => lines.push(line)),
      services: () => [
        service('kick', () => answer.promise),
        service('twitch', fresh),
        service('spotify', () => assert.fail('too early')),
      ],
    })
    const running = job.run()
    await eventually('the other is renewed', async () => (await tokenOf('twitch')) === 'new')
    assert.equal(await tokenOf('kick'), 'old-kick')
    answer.reject(new Error('away'))
    assert.equal(await running, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /could not renew a token ahead of its end/)
    assert.equal((await tokens().getAccount(ownerOf('kick'))).reauthSince, null)
    assert.equal(await tokenOf('spotify'), 'old-spotify')
  })

  it('runs again after a while, until it is stopped', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let rounds = 0
    const idle = { renewAhead: async () => ++rounds } as unknown as ReturnType<typeof createTokens>
    const job = createRenewalJob({
      tokens: idle,
      log: createLog('info', () => {}),
      services: () => [service('twitch', () => assert.fail())],
      random: () => 0.5,
    })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    job.start()
    t.mock.timers.tick(5_000)
    await settle()
    assert.equal(rounds, 1)
    t.mock.timers.tick(60_000)
    await settle()
    assert.equal(rounds, 2)
    job.stop()
    t.mock.timers.tick(600_000)
    await settle()
    assert.equal(rounds, 2)
  })
})
