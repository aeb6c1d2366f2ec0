export const traceProtocols = ['http/protobuf', 'http/json'] as const
export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** The variables of OpenTelemetry, read and checked. */
export interface TraceSettings {
  /** The whole address that spans are posted to. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly protocol?: (typeof traceProtocols)[number]
  readonly compression?: 'gzip' | 'none'
  /** For one batch with its retries, and for what is sent while the server stops. */
  readonly timeoutMs?: number
  readonly serviceName?: string | undefined
  readonly resourceAttributes?: Readonly<Record<string, string>>
  readonly sampler?: (typeof traceSamplers)[number]
  readonly sampledRatio?: number
  readonly batchDelayMs?: number
  readonly batchSize?: number
  /** Spans beyond this many are dropped until some are sent. */
  readonly queueSize?: number
}

type Given = { readonly text: string; readonly from: string } | undefined
type Name =
  | 'disabled'
  | 'exporter'
  | 'headers'
  | 'tracesHeaders'
  | 'protocol'
  | 'tracesProtocol'
  | 'compression'
  | 'tracesCompression'
  | 'timeout'
  | 'tracesTimeout'
  | 'serviceName'
  | 'resourceAttributes'
  | 'sampler'
  | 'samplerArgument'
  | 'batchDelay'
  | 'batchSize'
  | 'queueSize'

/** Undefined when tracing is switched off. Throws one clear sentence for a value that cannot be used. */
export function readTraceSettings(
  { endpoint = '', tracesEndpoint }: { endpoint: string | undefined; tracesEndpoint: string | undefined },
  value: (name: Name) => Given,
): TraceSettings | undefined {
  if (value('disabled')?.text.toLowerCase() === 'true') return undefined
  if (oneOf(value('exporter'), ['otlp', 'none'], 'otlp') === 'none') return undefined
  return {
    url: tracesEndpoint ?? (endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint}/v1/traces`),
    headers: { ...pairsOf(value('headers')), ...pairsOf(value('tracesHeaders')) },
    protocol: oneOf(value('tracesProtocol') ?? value('protocol'), traceProtocols, 'http/protobuf'),
    compression: oneOf(value('tracesCompression') ?? value('compression'), ['none', 'gzip'], 'none'),
    // Half of the standard's: the server does not wait longer than this for a collector when it stops.
    timeoutMs: countOf(value('tracesTimeout') ?? value('timeout'), 5_000),
    serviceName: value('serviceName')?.text,
    resourceAttributes: pairsOf(value('resourceAttributes')),
    sampler: oneOf(value('sampler'), traceSamplers, 'parentbased_always_on'),
    sampledRatio: ratioOf(value('samplerArgument')),
    batchDelayMs: countOf(value('batchDelay'), 5_000),
    batchSize: countOf(value('batchSize'), 512),
    queueSize: countOf(value('queueSize'), 2_048),
  }
}

/** `name=value,name=value` with percent-encoding. A value may be a secret, so it is never repeated. */
function pairsOf(given: Given): Record<string, string> {
  const parts = (given?.text ?? '').split(',').filter((part) => part.trim() !== '')
  const pairs = parts.map(pairOf).filter((pair) => pair !== undefined)
  if (pairs.length === parts.length) return Object.fromEntries(pairs)
  throw new Error(`${given?.from} must be a list of name=value, separated by commas.`)
}

function pairOf(text: string): [name: string, value: string] | undefined {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text.trim()) ?? []
  try {
    return name === '' ? undefined : [decodeURIComponent(name.trim()), decodeURIComponent(value.trim())]
  } catch {
    return undefined
  }
}

function oneOf<const W extends readonly string[]>(given: Given, values: W, fallback: W[number]): W[number] {
  if (given === undefined) return fallback
  const text = given.text.trim().toLowerCase()
  if (values.includes(text)) return text
  throw new Error(`${given.from} must be one of ${values.join(', ')}, not ${given.text}.`)
}

function countOf(given: Given, fallback: number): number {
  if (given === undefined) return fallback
  if (/^[1-9]\d{0,8}$/.test(given.text.trim())) return Number(given.text)
  throw new Error(`${given.from} must be a whole number above 0, not ${given.text}.`)
}

function ratioOf(given: Given): number {
  if (given === undefined) return 1
  const ratio = Number(given.text)
  if (given.text.trim() !== '' && ratio >= 0 && ratio <= 1) return ratio
  throw new Error(`${given.from} must be a number from 0 to 1, not ${given.text}.`)
}
