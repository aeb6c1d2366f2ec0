import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNowPlaying } from '../../src/capabilities/music/now-playing.ts'
import { catalogueOf } from '../../src/kernel/catalogues.ts'
import { createLog } from '../../src/kernel/log.ts'
import { english } from '../../src/kernel/text/message.ts'
import type { MusicBackEnd } from '../../src/platforms/music-back-end.ts'
import { runsOn } from '../declare.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', { because: 'it is about what an external player reports, and nothing is stored' })

describe('an external player that breaks', () => {
  it('is reported in the language of the reader', async () => {
    const lines: string[] = []
    const backEnd: Pick<MusicBackEnd, 'title' | 'read'> = {
      title: 'Spotify',
      read: () => Promise.reject(new Error('socket hang up')),
    }
    const nowPlaying = createNowPlaying({
      backEnd: backEnd as MusicBackEnd,
      clock: createTestClock(),
      log: createLog('info', (line) => lines.push(line)),
      isWanted: () => false,
      onChange: () => {},
    })
    assert.equal((await nowPlaying.current(1)).song, null)
    const error = nowPlaying.errorOf(1)
    assert.equal(error?.write(english), 'Spotify did not respond.')
    assert.equal(error?.write(await catalogueOf('de')), 'Spotify hat nicht geantwortet.')
    assert.match(lines.join(), /socket hang up/, 'the cause is in the log alone')
    nowPlaying.close()
  })
})
