import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerWireNames } from '../../src/capabilities/donations/contract/donation-providers.ts'
import type { Scope } from '../../src/kernel/operation/contract/scopes.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { Schema } from '../../src/kernel/schema/schema.ts'
import { operations } from '../../src/operations.ts'

/**
 * The published contract, written down a second time and by hand, so that a slip in an operation's own object is seen.
 * A parameter is `type min..max`, then `!` when it is required or `= default`.
 */
interface Published {
  readonly rate: number
  readonly scope: Scope
  readonly input: Readonly<Record<string, string>>
  readonly output: string
}

const user = { userid: 'string 0..100', username: 'string 0..100' }
const anyPlatform = 'PlatformA|PlatformB|PlatformC|PlatformD'
const span = { day: 'date', date_from: 'date', date_to: 'date' }
const amount = 'integer 1..99999999 !'
const page = (max: number, fallback: number) => ({
  limit: `integer 1..${max} = ${fallback}`,
  offset: `integer 0..${Number.MAX_SAFE_INTEGER} = 0`,
})

const published: Readonly<Record<string, Published>> = {
  'send-message': {
    rate: 90,
    scope: 'chat:write',
    input: { message: 'string 1..500 !', platform: 'PlatformA|PlatformB = PlatformA' },
    output: 'message_id',
  },
  'send-bot-message': {
    rate: 90,
    scope: 'chat:bot',
    input: { message: 'string 1..500 !', platform: 'PlatformA|PlatformB = PlatformA' },
    output: 'message_id',
  },
  tts: {
    rate: 20,
    scope: 'tts:write',
    input: { text: 'string 1..500 !', username: 'string 0..100 = API' },
    output: 'ttsId',
  },
  clip: {
    rate: 20,
    scope: 'clips:write',
    input: {
      title: 'string 0..140 = Clip - Showcaller API',
      duration: 'integer 5..180 = 30',
      platform: 'PlatformA|PlatformB|all = all',
      send_chat_message: 'boolean = true',
    },
    output: 'platform send_chat_message clips platforms durations replay_path',
  },
  game: {
    rate: 20,
    scope: 'stream:write',
    input: { game: 'string', alpha_category_id: 'integer', platform: 'PlatformA|PlatformB' },
    output: 'game platform results',
  },
  'search-games': {
    rate: 40,
    scope: 'stream:read',
    input: {
      query: 'string 2..100',
      game: 'string 2..100',
      search: 'string 2..100',
      limit: 'integer 1..50 = 10',
      min_similarity: 'number 0..100 = 25',
    },
    output: 'query total best_match games',
  },
  title: {
    rate: 20,
    scope: 'stream:write',
    input: { title: 'string 1..140 !', platform: 'PlatformA|PlatformB|PlatformC' },
    output: 'platform results',
  },
  'get-stream-meta': {
    rate: 120,
    scope: 'stream:read',
    input: { platform: 'PlatformA|PlatformB = PlatformA' },
    output:
      'platform channel title category category_id viewer_count followers_count is_live_any is_live_alpha is_live_beta alpha_last_connection',
  },
  'set-stream-meta': {
    rate: 30,
    scope: 'stream:write',
    input: {
      title: 'string 0..140',
      game: 'string',
      alpha_category_id: 'integer',
      platform: 'PlatformA|PlatformB|PlatformC',
    },
    output: 'platform title_updated game_updated title category viewer_count followers_count results',
  },
  'trigger-audio-alert': {
    rate: 60,
    scope: 'alerts:trigger',
    input: { id: 'integer', name: 'string 0..100', username: 'string 0..100 = API' },
    output: 'id alert_id name',
  },
  'list-audio-alerts': {
    rate: 90,
    scope: 'alerts:read',
    input: { status: 'all|active|inactive = all', ...page(200, 50) },
    output: 'total limit offset alerts',
  },
  'send-donation': {
    rate: 90,
    scope: 'donations:send',
    input: {
      provider: `${providerWireNames.join('|')} !`,
      amount: 'number >0 !',
      currency: 'string 1..16 !',
      username: 'string 0..100 = api_donor',
      displayname: 'string 0..100',
      message: 'string 0..500',
      userid: 'string 0..100',
      platform: 'PlatformA|PlatformB = PlatformA',
    },
    output: 'provider amount currency username displayname message',
  },
  'get-recent-activity': {
    rate: 60,
    scope: 'activity:read',
    input: { limit: 'integer 1..20 = 5' },
    output: 'limit latest_followers latest_subscribers latest_banned latest_donors latest_alpha_bits latest_beta_bits',
  },
  'effect-trigger': {
    rate: 120,
    scope: 'effects:trigger',
    input: {
      overlay_id: 'string 1..100',
      overlay_ids: 'array 0..20',
      platform: `${anyPlatform} = PlatformA`,
      data: 'object',
    },
    output: 'triggered total results data_keys',
  },
  'list-effects': { rate: 90, scope: 'effects:read', input: {}, output: 'total effects' },
  'get-alpha-subscribers': {
    rate: 60,
    scope: 'subscribers:read',
    input: { include_expired: 'true|1|1|true|false|0|0|false = false', ...page(200, 50) },
    output: 'total limit offset include_expired subscribers',
  },
  'start-song': { rate: 30, scope: 'music:control', input: {}, output: '' },
  'stop-song': { rate: 30, scope: 'music:control', input: {}, output: '' },
  'skip-song': { rate: 30, scope: 'music:control', input: {}, output: '' },
  'add-points': {
    rate: 90,
    scope: 'points:write',
    input: { ...user, amount, platform: `${anyPlatform} !` },
    output: '',
  },
  'remove-points': {
    rate: 90,
    scope: 'points:write',
    input: { ...user, amount, platform: `${anyPlatform} !` },
    output: '',
  },
  'get-points': {
    rate: 120,
    scope: 'points:read',
    input: { ...user, platform: `${anyPlatform} !` },
    output: 'platform user_id username displayname points coin message_count',
  },
  'get-points-top': {
    rate: 90,
    scope: 'points:read',
    input: { ...page(100, 20), platform: `${anyPlatform} !` },
    output: 'platform limit offset total users',
  },
  'set-points': {
    rate: 90,
    scope: 'points:write',
    input: { ...user, amount: 'integer 0..99999999 !', platform: `${anyPlatform} !` },
    output: 'platform username old_points points changed',
  },
  'transfer-points': {
    rate: 90,
    scope: 'points:write',
    input: {
      from_userid: 'string 0..100',
      from_username: 'string 0..100',
      to_userid: 'string 0..100',
      to_username: 'string 0..100',
      amount,
      platform: `${anyPlatform} !`,
    },
    output: 'platform from_username from_user_id to_username to_user_id amount',
  },
  'adjust-watch-time': {
    rate: 60,
    scope: 'watchtime:write',
    input: {
      ...user,
      mode: 'add|remove|set !',
      amount: 'integer 0..99999999 !',
      day: 'date',
      platform: `${anyPlatform} !`,
    },
    output:
      'platform user_id username displayname mode amount amount_unit day used_fallback_day watch_time changed watch_time_total watch_time_unit',
  },
  'get-watch-time': {
    rate: 120,
    scope: 'watchtime:read',
    input: { ...user, ...span, platform: `${anyPlatform} !` },
    output:
      'platform user_id username displayname query_mode day date_from date_to watch_time watch_time_unit message_count',
  },
  'get-watch-time-top': {
    rate: 90,
    scope: 'watchtime:read',
    input: { ...page(100, 20), ...span, platform: `${anyPlatform} !` },
    output: 'platform query_mode day date_from date_to limit offset total watch_time_unit users',
  },
  'adjust-watch-time-bulk': {
    rate: 20,
    scope: 'watchtime:write',
    input: {
      mode: 'add|remove|set !',
      day: 'date',
      amount: 'integer 0..99999999',
      users: 'array 1..100 !',
      platform: `${anyPlatform} !`,
    },
    output:
      'partial platform mode day used_fallback_day amount_unit watch_time_unit total_requested processed_count failed_count users failed',
  },
  'run-command': {
    rate: 90,
    scope: 'commands:run',
    input: { command: 'string 0..100', id: 'integer', message: 'string 0..500', username: 'string 0..100' },
    output: 'id command active response sent_to',
  },
  'list-commands': { rate: 90, scope: 'commands:read', input: {}, output: 'total commands' },
  'toggle-command': {
    rate: 90,
    scope: 'commands:write',
    input: { id: 'integer', command: 'string 0..100', active: '0|1|true|false' },
    output: 'id command active previous_active',
  },
}

/** Where no bound was published, ours is our own. */
const unbounded = new Set([
  'game game',
  'game alpha_category_id',
  'set-stream-meta game',
  'set-stream-meta alpha_category_id',
  'trigger-audio-alert id',
  'run-command id',
  'toggle-command id',
])

function describeParameter(name: string, schema: Schema, { input }: Operation): string {
  const bounds = [
    schema.minimum ?? schema.minLength ?? schema.minItems,
    schema.maximum ?? schema.maxLength ?? schema.maxItems,
  ]
  const hasBounds = bounds.some((bound) => bound !== undefined)
  const words = [schema.enum === undefined ? typeWord(schema) : schema.enum.join('|')]
  if (schema.exclusiveMinimum !== undefined) words.push(`>${schema.exclusiveMinimum}`)
  else if (hasBounds) words.push(`${bounds[0] ?? 0}..${bounds[1] ?? ''}`)
  if (input.required.includes(name)) words.push('!')
  // An empty text by default is the same as none.
  if (schema.default !== undefined && schema.default !== '') words.push(`= ${schema.default}`)
  return words.join(' ')
}

function typeWord({ type, format }: Schema): string {
  return format === 'date' ? 'date' : String(type)
}

/** Operations that came later are guarded by the accepted OpenAPI description (`compare-openapi.test.ts`). */
describe('the published contract', () => {
  it('has the donation providers under their names', () => {
    assert.deepEqual(providerWireNames.slice(0, 4), ['ProviderA', 'ProviderB', 'ProviderC', 'ProviderD'])
  })

  for (const [name, expected] of Object.entries(published)) {
    it(`${name} has the rate, the scope, the parameters and the answer that were published`, () => {
      const operation = operations.find((one) => one.name === name) ?? assert.fail('there is no such operation')
      const { ratePerMinute, scope, input, output } = operation
      assert.deepEqual([ratePerMinute, scope], [expected.rate, expected.scope])
      assert.deepEqual(Object.keys(input.properties), Object.keys(expected.input))
      for (const [parameter, schema] of Object.entries(input.properties)) {
        const where = `${name} ${parameter}`
        if (unbounded.has(where)) assert.equal(typeWord(schema), expected.input[parameter], where)
        else assert.equal(describeParameter(parameter, schema, operation), expected.input[parameter], where)
      }
      const fields = Object.keys(output.properties).filter((field) => !field.endsWith(' '))
      assert.deepEqual(fields, expected.output.split(' ').filter(Boolean))
    })
  }

  it('shows the records of lists with the fields that were published', () => {
    const records: Readonly<Record<string, string>> = {
      'list-audio-alerts alerts': 'id name points status',
      'search-games games': 'alpha_category_id name slug score match_type',
      'get-alpha-subscribers subscribers': 'id alpha_user_id alpha_username alpha_displayname subscription_type tier',
      'get-points-top users': 'rank username points',
      'get-watch-time-top users': 'rank user_id username displayname watch_time message_count',
      'adjust-watch-time-bulk users':
        'index user_id username displayname mode amount day watch_time changed watch_time_total message_count',
      'effect-trigger results': 'overlay_id success error',
      'list-commands commands':
        'id command aliases active show_in_list cooldown_global_seconds cooldown_user_seconds message permissions denied_permissions action_json platform_alpha platform_beta platform_tiktok_flag platform_video_flag auto_message_interval_minutes auto_message_min_chat_count last_run_at last_global_run_at last_user_run_data points_cost coin_cost delete_cost only_game_ids blocked_game_ids last_auto_message_alpha_at last_auto_message_beta_at raw',
    }
    for (const [where, fields] of Object.entries(records)) {
      const [name, field = ''] = where.split(' ')
      const items = operations.find((one) => one.name === name)?.output.properties[field]?.items
      assert.deepEqual(Object.keys(items?.properties ?? {}).sort(), fields.split(' ').sort(), where)
    }
  })

  it('emits the date of the last connection also under the key with the trailing space', () => {
    const meta = operations.find(({ name }) => name === 'get-stream-meta')
    assert.ok(meta !== undefined && 'alpha_last_connection ' in meta.output.properties)
  })
})
