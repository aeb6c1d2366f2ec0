/**
 * Reads OTLP trace requests with nothing of the libraries that write them: protobuf by its wire format and the field
 * numbers of opentelemetry-proto (trace.proto, common.proto, resource.proto), JSON by the names of the same fields.
 */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly startNano: bigint
  readonly endNano: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  readonly statusCode: number
}

export interface OtlpRequest {
  readonly resource: Readonly<Record<string, string | number>>
  readonly scope: string
  readonly spans: readonly OtlpSpan[]
}

type Field = bigint | Buffer
type Fields = Map<number, Field[]>

export function decodeProtobuf(body: Buffer): OtlpRequest {
  const [resourceSpans] = messages(readFields(body), 1)
  const [scopeSpans] = messages(need(resourceSpans), 2)
  const [scope] = messages(need(scopeSpans), 1)
  const [resource] = messages(need(resourceSpans), 1)
  return {
    resource: attributesOf(messages(need(resource), 1)),
    scope: text(need(scope), 1),
    spans: messages(need(scopeSpans), 2).map((span) => {
      const [status] = messages(span, 15)
      const parent = bytes(span, 4).toString('hex')
      return {
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentSpanId: parent === '' ? undefined : parent,
        name: text(span, 5),
        kind: Number(number(span, 6)),
        startNano: number(span, 7),
        endNano: number(span, 8),
        attributes: attributesOf(messages(span, 9)),
        statusCode: status === undefined ? 0 : Number(number(status, 3)),
      }
    }),
  }
}

function attributesOf(pairs: readonly Fields[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = messages(pair, 2)
      const isText = need(value).has(1)
      return [text(pair, 1), isText ? text(need(value), 1) : Number(number(need(value), 3))]
    }),
  )
}

/** https://protobuf.dev/programming-guides/encoding: a tag, then a varint, eight bytes, a length with bytes, four bytes. */
function readFields(message: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    if (at + length > message.length) throw new Error('a field reaches beyond its message')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const wireType = tag & 7
    let value: Field
    if (wireType === 0) value = varint()
    else if (wireType === 1) value = take(8).readBigUInt64LE()
    else if (wireType === 2) value = take(Number(varint()))
    else if (wireType === 5) value = BigInt(take(4).readUInt32LE())
    else throw new Error(`wire type ${wireType} is not used by OTLP`)
    const known = fields.get(tag >> 3) ?? []
    known.push(value)
    fields.set(tag >> 3, known)
  }
  return fields
}

function bytes(fields: Fields, id: number): Buffer {
  const value = fields.get(id)?.at(-1) ?? Buffer.alloc(0)
  if (typeof value === 'bigint') throw new Error(`field ${id} is a number`)
  return value
}

function text(fields: Fields, id: number): string {
  return bytes(fields, id).toString()
}

function number(fields: Fields, id: number): bigint {
  const value = fields.get(id)?.at(-1) ?? 0n
  if (typeof value !== 'bigint') throw new Error(`field ${id} is not a number`)
  return value
}

function messages(fields: Fields, id: number): Fields[] {
  return (fields.get(id) ?? []).map((value) => {
    if (typeof value === 'bigint') throw new Error(`field ${id} is a number`)
    return readFields(value)
  })
}

function need(fields: Fields | undefined): Fields {
  if (fields === undefined) throw new Error('a message is missing')
  return fields
}

/** OTLP's JSON: ids in hexadecimal, 64-bit numbers as decimal strings, enumerations as numbers. */
export function decodeJson(body: Buffer): OtlpRequest {
  const { resourceSpans } = JSON.parse(body.toString()) as { resourceSpans: JsonResourceSpans[] }
  const [first] = resourceSpans
  const [scopeSpans] = first?.scopeSpans ?? []
  if (first === undefined || scopeSpans === undefined) throw new Error('there are no spans')
  return {
    resource: pairsOf(first.resource.attributes),
    scope: scopeSpans.scope.name,
    spans: scopeSpans.spans.map((span) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId === '' ? undefined : span.parentSpanId,
      name: span.name,
      kind: span.kind,
      startNano: BigInt(span.startTimeUnixNano),
      endNano: BigInt(span.endTimeUnixNano),
      attributes: pairsOf(span.attributes),
      statusCode: span.status.code ?? 0,
    })),
  }
}

interface JsonPair {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: string | number }
}

interface JsonResourceSpans {
  readonly resource: { readonly attributes: readonly JsonPair[] }
  readonly scopeSpans: readonly {
    readonly scope: { readonly name: string }
    readonly spans: readonly {
      readonly traceId: string
      readonly spanId: string
      readonly parentSpanId?: string
      readonly name: string
      readonly kind: number
      readonly startTimeUnixNano: string
      readonly endTimeUnixNano: string
      readonly attributes: readonly JsonPair[]
      readonly status: { readonly code?: number }
    }[]
  }[]
}

function pairsOf(pairs: readonly JsonPair[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? Number.NaN)]),
  )
}
