import { createHash, createHmac } from '../node-crypto.ts'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly service: string
}

/** The headers of a signed POST: AWS Signature Version 4. The names in `headers` are lowercase. */
export function signedHeaders(
  { url, headers, body, at }: { url: URL; headers: Readonly<Record<string, string>>; body: string; at: Date },
  { accessKeyId, secretAccessKey, region, service }: AwsCredentials,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(all).sort()
  const canonical = [
    'POST',
    url.pathname,
    '',
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
