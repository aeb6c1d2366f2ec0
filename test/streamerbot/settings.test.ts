import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actionIdOf, readActionId } from '../../src/capabilities/streamerbot/action-ids.ts'
import { streamerbotNames } from '../../src/capabilities/streamerbot/event-names.ts'
import { provesPassword } from '../../src/capabilities/streamerbot/port/password.ts'
import { streamerbotSettingsIn } from '../../src/capabilities/streamerbot/settings.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'

describe('the settings of the port for clients of Streamer.bot', () => {
  it('accept a port that needs no rights, and origins as browsers send them', () => {
    assert.equal(streamerbotSettingsIn({}), undefined)
    const { port, origins } = streamerbotSettingsIn({ key: 'k' }) ?? assert.fail()
    assert.deepEqual([port, origins.size], [8080, 0])
    const settings = streamerbotSettingsIn({ key: 'k', port: '7474', origins: 'https://A.example/, null,' })
    assert.deepEqual([settings?.port, [...(settings?.origins ?? [])]], [7474, ['https://a.example', 'null']])
    for (const wrong of ['80', '65536', 'x', '8080.5'])
      assert.throws(() => streamerbotSettingsIn({ key: 'k', port: wrong }), /1024 to 65535/)
    for (const wrong of ['example.com', 'https://a.example/path', '*', 'javascript:alert(1)'])
      assert.throws(() => streamerbotSettingsIn({ key: 'k', origins: wrong }), /is not an origin/)
  })

  it('check the password by the scheme of the protocol', () => {
    // Computed by another client of Streamer.bot with the libraries of Python.
    const answer = 'Q0/N7u40IGqt4Ynf9v3w9R2yCDZxba9npsZLdIyWi8M='
    const challenge = { salt: 'salt', challenge: 'chal' }
    assert.equal(provesPassword(answer, 'pw', challenge), true)
    assert.equal(provesPassword(answer, 'other', challenge), false)
    assert.equal(provesPassword(undefined, 'pw', challenge), false)
  })

  it('name only events that there are', () => {
    const types = new Set<string>(publishedEvents.map(({ type }) => type))
    assert.deepEqual(
      Object.keys(streamerbotNames).filter((type) => !types.has(type)),
      [],
    )
  })

  it('find an automation or a command again by the id of its action', () => {
    for (const kind of ['automation', 'command'] as const) {
      const id = actionIdOf(`${kind}:1234`) ?? assert.fail()
      assert.deepEqual(readActionId(id.toUpperCase()), { kind, id: 1234 })
    }
    assert.equal(readActionId('b63152c5-5bfe-4751-8644-579f7fb4a682'), undefined)
  })
})
