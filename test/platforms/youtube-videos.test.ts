import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { songRequestSettings } from '../../src/capabilities/music/contract/request-settings.ts'
import { createYouTubeSongs } from '../../src/capabilities/music/youtube-songs.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { defaultsOf } from '../../src/kernel/schema/schema.ts'
import { videoFactsIn } from '../../src/platforms/youtube/videos.external.ts'
import { runsOn } from '../declare.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', { because: 'nothing of it is stored' })

/** The fields that are read, as the reference of the Data API names them (videos, resource representation). */
function video(id: string, changed: { snippet?: object; contentDetails?: object; status?: object } = {}) {
  return {
    kind: 'youtube#video',
    etag: 'etag',
    id,
    snippet: {
      publishedAt: '2020-01-01T00:00:00Z',
      channelId: 'UC0000000000000000000009',
      title: 'Low tide',
      description: '',
      channelTitle: 'The Shore',
      categoryId: '10',
      liveBroadcastContent: 'none',
      ...changed.snippet,
    },
    contentDetails: {
      duration: 'PT3M25S',
      dimension: '2d',
      definition: 'hd',
      caption: 'false',
      licensedContent: true,
      contentRating: {},
      projection: 'rectangular',
      ...changed.contentDetails,
    },
    status: { uploadStatus: 'processed', privacyStatus: 'public', embeddable: true, ...changed.status },
  }
}

describe('a video of the Data API', () => {
  it('has a length in seconds, whatever its units', () => {
    const secondsOf = (duration: string) => videoFactsIn(video('x', { contentDetails: { duration } })).seconds
    assert.deepEqual(
      ['PT3M25S', 'PT45S', 'PT1H2M3S', 'PT2H', 'P1DT1S', 'P1W', 'P0D'].map(secondsOf),
      [205, 45, 3723, 7200, 86_401, 604_800, 0],
    )
    assert.throws(() => secondsOf('3:25'))
  })
})

describe('a requested video, with a connected YouTube account', () => {
  let stage: YouTubeStage
  before(async () => {
    stage = await openYouTubeStage()
    stage.fake.world.otherVideos = {
      tide0000001: video('tide0000001'),
      adults00001: video('adults00001', { contentDetails: { contentRating: { ytRating: 'ytAgeRestricted' } } }),
      locked00001: video('locked00001', { status: { embeddable: false } }),
      live0000001: video('live0000001', {
        snippet: { liveBroadcastContent: 'live' },
        contentDetails: { duration: 'P0D' },
      }),
    }
  })
  after(() => stage.close())

  it('is found with one unit of the quota, and refused for its age, its owner or for being live', async () => {
    const { app } = stage
    const songs = createYouTubeSongs({
      clock: app.ctx.clock,
      platforms: app.ctx.platforms,
      openOutgoing: async () => ({ send: () => assert.fail('oEmbed is not needed') }),
      isTitleAllowed: async () => true,
    })
    const rules = defaultsOf(songRequestSettings.schema)
    const find = (id: string) =>
      songs.find(app.channel.id, `https://youtu.be/${id}`, rules).catch((error: unknown) => {
        assert.ok(error instanceof Failure, String(error))
        return error.message
      })
    assert.deepEqual(await find('tide0000001'), {
      title: 'Low tide',
      artist: 'The Shore',
      source: 'youtube:tide0000001',
      seconds: 205,
    })
    assert.equal(await find('adults00001'), 'The video is age-restricted and cannot be requested.')
    assert.equal(await find('locked00001'), 'YouTube does not allow playing this video outside of its site.')
    assert.equal(await find('live0000001'), 'Live streams cannot be requested.')
    assert.equal(await find('nothing0001'), 'YouTube has no such video.')
  })
})
