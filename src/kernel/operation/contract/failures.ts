import { message, type Text } from '../../text/message.ts'
import { TextError } from '../../text/text-error.ts'

/**
 * Every expected failure with its status and its default message. Statuses are the published ones and no others, except
 * 409, which only the panel gets.
 */
export const failures = {
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_body: { status: 400, message: 'The body must be a JSON object.' },
  unsupported_content_type: { status: 400, message: 'Content-Type must be application/json.' },
  body_too_large: { status: 400, message: 'The body is larger than 256 KiB.' },
  invalid_request: { status: 400, message: 'The request is not valid HTTP.' },
  destination_not_allowed: { status: 400, message: 'This server may not call this address.' },
  host_not_allowed: {
    status: 400,
    message: 'This server does not answer to the host name of the request. Add the name to SHOWCALLER_HOSTS.',
  },
  request_timeout: { status: 400, message: 'The request was not received in time.' },
  invalid_parameter: { status: 400, message: 'A parameter is not valid.' },
  user_required: { status: 400, message: 'userid or username is required.' },
  platform_not_connected: { status: 400, message: 'No account is connected on this platform.' },
  insufficient_points: { status: 400, message: 'The sender does not have enough points.' },
  song_request_refused: { status: 400, message: 'This song cannot be requested now.' },
  same_user: { status: 400, message: 'The sender and the receiver are the same viewer.' },
  idempotency_conflict: { status: 400, message: 'This Idempotency-Key was already used with a different body.' },

  missing_key: { status: 401, message: 'An API key is required: Authorization: Bearer <API_KEY>.' },
  invalid_key: { status: 401, message: 'The API key is not valid.' },
  expired_key: { status: 401, message: 'The API key has expired.' },
  revoked_key: { status: 401, message: 'The API key was revoked.' },
  sign_in_required: { status: 401, message: 'You are not signed in.' },

  missing_scope: { status: 403, message: 'The API key does not have the scope that this operation needs.' },
  address_not_allowed: { status: 403, message: 'The API key may not be used from this address.' },
  missing_role: { status: 403, message: 'Your role in this channel does not allow this.' },
  lead_required: { status: 403, message: 'Somebody else has the lead of this show. Take the lead first.' },
  foreign_origin: { status: 403, message: 'The request came from another website.' },
  invalid_signature: { status: 403, message: 'The secret or the signature of this webhook delivery is not valid.' },

  unknown_operation: { status: 404, message: 'There is no such operation.' },
  not_found: { status: 404, message: 'Not found.' },
  user_not_found: { status: 404, message: 'There is no such viewer on this platform.' },
  command_not_found: { status: 404, message: 'There is no such command.' },
  automation_not_found: { status: 404, message: 'There is no such automation.' },
  run_not_found: { status: 404, message: 'There is no such run. Runs are kept for 7 days.' },
  alert_not_found: { status: 404, message: 'There is no such audio alert.' },
  overlay_not_found: { status: 404, message: 'There is no such effect overlay.' },
  category_not_found: { status: 404, message: 'No category matches this name.' },
  reward_not_found: { status: 404, message: 'There is no such reward on this platform.' },
  redemption_not_found: { status: 404, message: 'There is no such redemption on this platform.' },
  message_not_found: { status: 404, message: 'There is no such chat message on this platform.' },
  poll_not_found: { status: 404, message: 'There is no such poll.' },
  prediction_not_found: { status: 404, message: 'There is no such prediction.' },
  option_not_found: { status: 404, message: 'There is no such option.' },
  widget_not_found: { status: 404, message: 'There is no such widget.' },
  show_not_found: { status: 404, message: 'There is no such show.' },
  report_not_found: { status: 404, message: 'There is no report of this show yet.' },
  cue_not_found: { status: 404, message: 'There is no such cue.' },
  value_not_found: { status: 404, message: 'There is no such value.' },
  item_not_found: { status: 404, message: 'The list has no such item.' },
  webhook_not_found: { status: 404, message: 'There is no such webhook.' },
  delivery_not_found: { status: 404, message: 'There is no such delivery. Deliveries are kept for 7 days.' },
  round_not_found: { status: 404, message: 'There is no such round.' },
  round_not_open: { status: 404, message: 'This round takes no entries now.' },
  round_ended: { status: 404, message: 'This round has ended.' },
  round_empty: { status: 404, message: 'Nobody who can win has entered this round.' },
  scene_not_found: { status: 404, message: 'OBS has no such scene.' },
  source_not_found: { status: 404, message: 'OBS has no such source.' },
  filter_not_found: { status: 404, message: 'The source has no such filter in OBS.' },
  input_not_found: { status: 404, message: 'OBS has no such input.' },
  voice_effect_not_found: { status: 404, message: 'There is no such voice effect. list-voice-effects has them all.' },
  hotkey_not_found: { status: 404, message: 'The model in VTube Studio has no such hotkey.' },
  discord_not_found: { status: 404, message: 'Discord has no such channel, member or server.' },
  stream_offline: { status: 404, message: 'The stream is offline.' },
  alert_inactive: { status: 404, message: 'This audio alert is inactive.' },
  command_disabled: { status: 404, message: 'This command is disabled.' },
  automation_disabled: { status: 404, message: 'This automation is turned off.' },
  effect_not_trigger_enabled: { status: 404, message: 'This effect is not enabled for triggers.' },
  song_not_found: { status: 404, message: 'No song matches.' },
  song_request_not_found: { status: 404, message: 'There is no such song request.' },
  queue_empty: { status: 404, message: 'The song queue is empty.' },

  changed_meanwhile: {
    status: 409,
    message: 'Somebody else saved this in the meantime. Compare both versions, then save again.',
  },

  ai_limit_reached: {
    status: 429,
    message: 'The AI bot has reached its limit of tokens or costs. Wait and try again.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait and try again.' },

  internal_error: { status: 500, message: 'Internal server error.' },

  overlay_not_connected: {
    status: 502,
    message: 'The overlay is not connected. Add the overlay link to OBS as a browser source.',
  },
  extension_not_connected: {
    status: 502,
    message:
      'The clip extension is not connected. Open the browser it is installed in, or pair it in the panel under Settings, Platforms.',
  },
  obs_not_connected: {
    status: 502,
    message: 'OBS is not connected. Start OBS, or connect it in the panel under Settings, Platforms.',
  },
  obs_refused: { status: 502, message: 'OBS refused the request.' },
  voice_not_connected: {
    status: 502,
    message: 'What changes the voice is not connected. See the panel under Settings, Voice.',
  },
  vts_not_connected: {
    status: 502,
    message: 'VTube Studio is not connected. Start it, or connect it in the panel under Settings, Platforms.',
  },
  vts_refused: { status: 502, message: 'VTube Studio refused the request.' },
  ai_unavailable: { status: 502, message: 'No AI provider gave a usable answer.' },
  discord_not_connected: {
    status: 502,
    message: 'The Discord bot is not connected. Connect it in the panel under Settings, Platforms.',
  },
  discord_refused: { status: 502, message: 'Discord refused the request.' },
  platform_unavailable: { status: 502, message: 'The platform could not be reached.' },
  platform_refused: { status: 502, message: 'The platform refused the request.' },
  platform_reauth_required: {
    status: 502,
    message: 'The connection to the platform has expired. Connect the account again.',
  },
  request_failed: { status: 502, message: 'The address that was called gave no usable answer.' },
  overloaded: { status: 502, message: 'The server is overloaded. Try again in a moment.' },
  run_stopped: { status: 502, message: 'This was stopped before it was finished.' },
  key_changed: { status: 502, message: 'What this key may do has changed. Connect again.' },
  shutting_down: { status: 502, message: 'The server is shutting down. Try again in a moment.' },
  database_unavailable: { status: 502, message: 'The database is not available. Nothing was changed.' },
  disk_full: { status: 502, message: 'The disk of the server is full. Nothing was changed.' },
  database_damaged: { status: 502, message: 'The database is damaged, and this call needs the damaged part.' },
  outcome_unknown: {
    status: 502,
    message: 'An earlier attempt was interrupted and may have taken effect, so it is not repeated.',
  },
} as const

export type FailureCode = keyof typeof failures

/** The default messages under the keys `errors.<code>`, by which a translation finds them. */
const defaultTexts: ReadonlyMap<string, Text> = new Map(
  Object.entries(failures).map(([code, { message: text }]) => [code, message(`errors.${code}`, text as string).of()]),
)

/** The failures of any call to a platform. */
export const platformFailures = [
  'platform_not_connected',
  'platform_unavailable',
  'platform_refused',
  'platform_reauth_required',
] as const satisfies readonly FailureCode[]

export type FailureStatus = (typeof failures)[FailureCode]['status']

export interface FailureDetail {
  readonly path: string
  readonly message: Text
}

export interface FailureOptions {
  /** For the caller, instead of the default message. */
  readonly message?: Text | undefined
  readonly details?: readonly FailureDetail[] | undefined
  /** Further fields of the failure body, such as `required_scope` or `results`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds?: number | undefined
  /** For the log only. */
  readonly cause?: unknown
  /** Who was refused, such as `key:…` or `person:…`; for the log only. */
  readonly actor?: string | undefined
  /** The effect may have happened although the call failed, for example by a timeout: a retry must not repeat it. */
  readonly mayHaveHappened?: boolean | undefined
}

export class Failure extends TextError {
  readonly code: FailureCode
  readonly status: FailureStatus
  readonly details: readonly FailureDetail[] | undefined
  readonly fields: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly mayHaveHappened: boolean
  readonly actor: string | undefined

  constructor(code: FailureCode, options: FailureOptions = {}) {
    super(options.message ?? defaultTexts.get(code) ?? failures[code].message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.status = failures[code].status
    this.details = options.details
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.mayHaveHappened = options.mayHaveHappened ?? false
    this.actor = options.actor
  }
}
