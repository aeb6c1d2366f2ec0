import { randomBytes } from 'node:crypto'
import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'

export const spotifyApp = { clientId: 'spotify0client0id', clientSecret: 'spotify0client0secret' }
const basic = `Basic ${Buffer.from(`${spotifyApp.clientId}:${spotifyApp.clientSecret}`).toString('base64')}`
const accessSeconds = 3600

export type FakeSpotify = Awaited<ReturnType<typeof startFakeSpotify>>

interface Grant {
  readonly scopes: readonly string[]
}

/**
 * Spotify on loopback: the sign-in of an app with a secret, and the player. Commands are answered with 204, as it is
 * documented, and as often with 200 and a bare text, as its users report (spotify/spotify-web-api-ts-sdk issue 127,
 * JohnnyCrazy/SpotifyAPI-NET issue 1000, guilhermesad/rspotify issue 265). The payloads are written by us; searches and
 * tracks have the fields of recorded answers (zmb3/spotify, test_data/search_tracks.txt and find_track.txt), and the
 * queue is a POST with the URI in the query (JMPerez/spotify-web-api-js pull request 160).
 */
export async function startFakeSpotify() {
  let redirectUri = ''
  const codes = new Map<string, Grant>()
  const access = new Map<string, Grant & { expiresAt: number }>()
  const refresh = new Map<string, Grant>()
  let renewals = 0
  const world = {
    isPremium: true,
    playing: false,
    progressMs: 12_000,
    songs: [
      { id: '4uLU6hMCjMI75M1A2tKUQC', name: 'First Light', artists: ['The Wings', 'Ada'], durationMs: 200_000 },
      { id: '1301WleyT98MSxVHPZCA6M', name: 'Second Wind', artists: ['The Flies'], durationMs: 180_000 },
    ],
    at: 0,
    /** What is in the queue behind the current song. */
    queued: [] as string[],
    devices: [{ id: 'device-1', is_active: true, is_restricted: false, name: 'Laptop', type: 'Computer' }],
    /** Whether the grants no longer hold. */
    isOver: false,
    nextAnswer: undefined as FakeAnswer | undefined,
    commands: [] as string[],
    answered: 0,
  }
  const server = await startFakeServer(handle)

  function secret(): string {
    return randomBytes(24).toString('hex')
  }

  function tokensFor(grant: Grant, refreshToken: string | undefined): FakeAnswer {
    const accessToken = secret()
    access.set(accessToken, { ...grant, expiresAt: Date.now() + accessSeconds * 1000 })
    const rest = refreshToken === undefined ? {} : { refresh_token: refreshToken }
    const body = { access_token: accessToken, token_type: 'Bearer', expires_in: accessSeconds, ...rest }
    return { status: 200, body: { ...body, scope: grant.scopes.join(' ') } }
  }

  function token({ headers, text }: FakeRequest): FakeAnswer {
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return oauthError('invalid_request', '')
    if (headers.authorization !== basic) {
      const [id] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
        .toString()
        .split(':')
      return oauthError('invalid_client', id === spotifyApp.clientId ? 'Invalid client secret' : 'Invalid client')
    }
    const form = new URLSearchParams(text)
    // As clients that only search read it (spotipy's `SpotifyClientCredentials`): no refresh token, no scope.
    if (form.get('grant_type') === 'client_credentials') {
      return { status: 200, body: { access_token: secret(), token_type: 'Bearer', expires_in: accessSeconds } }
    }
    if (form.get('grant_type') === 'authorization_code') {
      const grant = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (grant === undefined || form.get('redirect_uri') !== redirectUri) {
        return oauthError('invalid_grant', 'Invalid authorization code')
      }
      const made = secret()
      refresh.set(made, grant)
      return tokensFor(grant, made)
    }
    renewals++
    const grant = refresh.get(form.get('refresh_token') ?? '')
    if (form.get('grant_type') !== 'refresh_token') return oauthError('unsupported_grant_type', '')
    if (grant === undefined || world.isOver) return oauthError('invalid_grant', 'Refresh token revoked')
    // The refresh token stays as it is, and is not sent again.
    return tokensFor(grant, undefined)
  }

  function handle(request: FakeRequest): FakeAnswer {
    const { method, path, headers } = request
    if (path === '/api/token') return method === 'POST' ? token(request) : { status: 405 }
    const grant = access.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (grant === undefined || grant.expiresAt <= Date.now()) return apiError(401, 'The access token expired')
    if (world.nextAnswer !== undefined && path.startsWith('/v1/me/player')) {
      const answer = world.nextAnswer
      world.nextAnswer = undefined
      return answer
    }
    if (method === 'GET' && path === '/v1/me') {
      return { status: 200, body: { id: 'spotifystreamer', display_name: 'The Streamer', type: 'user' } }
    }
    // Searching and reading tracks needs no scope.
    if (method === 'GET' && path === '/v1/search') return search(request)
    if (method === 'GET' && path.startsWith('/v1/tracks/')) return track(path.slice('/v1/tracks/'.length))
    const isRead = method === 'GET'
    const scope = isRead ? 'user-read-playback-state' : 'user-modify-playback-state'
    if (!grant.scopes.includes(scope)) return apiError(403, 'Insufficient client scope')
    if (isRead) return read(path)
    return world.isPremium
      ? command(request)
      : apiError(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED')
  }

  function trackOf({ id, name, artists, durationMs }: (typeof world.songs)[number]) {
    return {
      album: { album_type: 'single', name, type: 'album' },
      artists: artists.map((artist) => ({ name: artist, type: 'artist' })),
      disc_number: 1,
      duration_ms: durationMs,
      explicit: false,
      external_urls: { spotify: `https://open.spotify.com/track/${id}` },
      id,
      name,
      popularity: 71,
      track_number: 1,
      type: 'track',
      uri: `spotify:track:${id}`,
    }
  }

  function search({ query }: FakeRequest): FakeAnswer {
    if (query.get('type') !== 'track' || !query.get('q')) return apiError(400, 'No search query')
    const words = (query.get('q') ?? '').toLowerCase().split(' ')
    const found = world.songs.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    const limit = Number(query.get('limit') ?? 5)
    const items = found.slice(0, limit).map(trackOf)
    return {
      status: 200,
      body: { tracks: { items, limit, next: null, offset: 0, previous: null, total: found.length } },
    }
  }

  function track(id: string): FakeAnswer {
    const song = world.songs.find((one) => one.id === id)
    return song === undefined ? apiError(404, 'Resource not found') : { status: 200, body: trackOf(song) }
  }

  function read(path: string): FakeAnswer {
    if (path === '/v1/me/player/devices') return { status: 200, body: { devices: world.devices } }
    if (path !== '/v1/me/player') return apiError(404, 'Service not found')
    if (!world.devices.some(({ is_active }) => is_active)) return { status: 204 }
    const { id, name, artists, durationMs } = world.songs[world.at] ?? {}
    const item = { id, name, type: 'track', duration_ms: durationMs, artists: artists?.map((one) => ({ name: one })) }
    const body = { is_playing: world.playing, progress_ms: world.progressMs, currently_playing_type: 'track', item }
    return { status: 200, body }
  }

  function command({ method, path, query, text }: FakeRequest): FakeAnswer {
    if (text !== '') return apiError(400, 'Unexpected body')
    const wanted = query.get('device_id')
    const device = world.devices.find((one) => (wanted === null ? one.is_active : one.id === wanted))
    if (device === undefined) {
      return apiError(404, 'Player command failed: No active device found', 'NO_ACTIVE_DEVICE')
    }
    const restricted = apiError(403, 'Player command failed: Restriction violated', 'UNKNOWN')
    switch (`${method} ${path}`) {
      case 'PUT /v1/me/player/play':
        if (world.playing && device.is_active) return restricted
        device.is_active = true
        world.playing = true
        break
      case 'PUT /v1/me/player/pause':
        if (!world.playing) return restricted
        world.playing = false
        break
      case 'POST /v1/me/player/next':
        device.is_active = true
        world.at = (world.at + 1) % world.songs.length
        world.playing = true
        world.progressMs = 0
        break
      case 'POST /v1/me/player/queue':
        if (!/^spotify:track:/.test(query.get('uri') ?? '')) return apiError(400, 'Required parameter uri missing')
        world.queued.push(query.get('uri') ?? '')
        break
      default:
        return apiError(404, 'Service not found')
    }
    world.commands.push(`${method} ${path.slice('/v1/me/player/'.length)}${wanted === null ? '' : ` on ${wanted}`}`)
    return isOdd(world.answered++) ? { status: 204 } : { status: 200, text: 'Rk3xW9bLq-7TzYp0aVnM1dCs4_E' }
  }

  return {
    world,
    server,
    settings: { ...spotifyApp, apiUrl: `${server.url}/v1`, authUrl: server.url },

    get renewals() {
      return renewals
    },

    register(uri: string): void {
      redirectUri = uri
    },

    expireTokens(): void {
      for (const one of access.values()) one.expiresAt = 0
    },

    /** What the page of consent does when somebody says yes. */
    approve(authorizeUrl: string): URLSearchParams {
      const { searchParams: asked, pathname } = new URL(authorizeUrl)
      if (pathname !== '/authorize' || asked.get('client_id') !== spotifyApp.clientId) throw new Error('INVALID_CLIENT')
      if (asked.get('redirect_uri') !== redirectUri) throw new Error('INVALID_CLIENT: Invalid redirect URI')
      // The dashboard takes no other redirect without TLS, `localhost` least of all (Spotify's notice of April 2025).
      if (!/^(https:\/\/|http:\/\/(127\.0\.0\.1|\[::1\]):)/.test(redirectUri)) throw new Error('INSECURE_REDIRECT_URI')
      const scopes = (asked.get('scope') ?? '').split(' ')
      const code = secret()
      codes.set(code, { scopes })
      return new URLSearchParams({ code, state: asked.get('state') ?? '' })
    },

    close: () => server.close(),
  }
}

function isOdd(count: number): boolean {
  return count % 2 === 1
}

function oauthError(error: string, description: string): FakeAnswer {
  return { status: 400, body: { error, error_description: description } }
}

function apiError(status: number, message: string, reason?: string): FakeAnswer {
  return { status, body: { error: { status, message, ...(reason === undefined ? {} : { reason }) } } }
}
