import { createHash, createHmac } from '../../kernel/node.ts'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly service: string
}

export interface AwsRequest {
  readonly method?: 'GET' | 'POST'
  readonly url: URL
  /** With lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly at: Date
}

/** The headers of a signed request: AWS Signature Version 4. */
export function signedHeaders(
  { method = 'POST', url, headers, body, at }: AwsRequest,
  { accessKeyId, secretAccessKey, region, service }: AwsCredentials,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(all).sort()
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${all[name]?.trim() ?? ''}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...headers,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.sort().join('&')
}

/** As RFC 3986 has it, which is stricter than `encodeURIComponent`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
