import { createTestApp } from '../create-test-app.ts'
import { freePort } from '../free-port.ts'
import { everyPath, handshake, socketPaths } from '../kernel/http/every-path.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { createRawClient } from './raw-client.ts'

const connections = 20
const publicName = 'show.example'
const listedName = 'stream.lan'
const ours = ['localhost', '127.0.0.1', '[::1]', '192.168.0.9', publicName, listedName]
const refusals = ['host_not_allowed', 'invalid_request']

/**
 * A website lets its name point to this machine and asks for everything there is: pages, files, calls, sockets and
 * metrics, under names that resemble ours as closely as they can. Nothing but the refusal may be answered; under our own
 * names the same requests are served.
 */
export const rebinding: Proof = {
  name: 'rebinding',
  promise: 'Under a host name that is not ours nothing is answered but the refusal: no page, call, socket or metrics.',
  unit: 'requests',
  fullCount: 50_000,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const metrics = { host: '127.0.0.1', port: await freePort() }
    const config = { publicUrl: `https://${publicName}`, hosts: [listedName], metrics }
    const app = await createTestApp({ config })
    const main = createRawClient(app.port, connections)
    const second = createRawClient(metrics.port, connections)
    const sum = { refused: 0, 'served under our own names': 0, sockets: 0, 'of the metrics server': 0 }

    async function ask(): Promise<void> {
      const isOwn = random.chance(0.1)
      const hosts = isOwn ? [withPort(random.pick(ours), random)] : foreignHosts(random)
      const isSocket = !isOwn && random.chance(0.15)
      const isMetrics = !isSocket && random.chance(0.1)
      const known = random.pick(everyPath)
      // The two that wait for more than a head have no place on a connection that is used again.
      const { method, path } = isSocket
        ? { method: 'GET', path: random.pick(socketPaths) }
        : isMetrics
          ? { method: 'GET', path: '/metrics' }
          : known.method === 'CONNECT' || known.path === '/panel/api/events'
            ? { method: 'GET', path: '/' }
            : known
      const lines = [
        `${method} ${path} HTTP/1.1`,
        ...hosts.map((host) => `${random.pick(['Host', 'host', 'HOST'])}: ${host}`),
        ...(isSocket ? handshake : ['Connection: close']),
        ...(random.chance(0.3) ? [`Origin: http://${hosts[0]}`] : []),
        ...(random.chance(0.3) ? ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost'] : []),
        ...(random.chance(0.3) ? [`Authorization: Bearer ${app.key}`] : []),
      ]
      const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
      const { status, body } = await (isMetrics ? second : main).send(bytes, true)
      const about = `${method} ${path} under ${JSON.stringify(hosts)} was answered with ${status} ${body.slice(0, 120)}`
      if (isSocket) sum.sockets++
      if (isMetrics) sum['of the metrics server']++
      if (isOwn) {
        sum['served under our own names']++
        if (status === 400 && body.includes('host')) faults.add(about)
        return
      }
      sum.refused++
      const code = /"code":"(\w+)"/.exec(body)?.[1]
      const isRefused = status === 400 && (method === 'HEAD' || refusals.includes(code ?? ''))
      if (!isRefused) faults.add(about)
    }

    try {
      for (let done = 0; goesOn(done); done += connections) await Promise.all(Array.from({ length: connections }, ask))
    } finally {
      main.close()
      second.close()
      await app.close()
    }
    return sum
  },
}

/** Mostly one; sometimes ours beside it, before or after. */
function foreignHosts(random: Random): string[] {
  const foreign = withPort(foreignName(random), random)
  if (random.chance(0.85)) return [foreign]
  return random.chance(0.5) ? [foreign, random.pick(ours)] : [random.pick(ours), foreign]
}

function foreignName(random: Random): string {
  const own = random.pick(ours)
  const word = Array.from({ length: random.between(1, 12) }, () => random.pick([...'abcdefgxyz0123456789-'])).join('')
  return random.pick([
    `${word}.example`,
    `${own}.${word}.example`,
    `${word}-${own}`,
    `${own}-${word}`,
    `${word}.${publicName}`,
    `${publicName}.${word}`,
    `${own}.nip.io`,
    `${own}@${word}.example`,
    `${word}.example/${own}`,
    `${own},${word}.example`,
    `${own} ${word}.example`,
    `${own}%00.${word}.example`,
    `${own}..`,
    `.${own}`,
    'localhost\t.evil.example',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::1',
    '::1',
    '[::1%25lo]',
    '[::ffff:127.0.0.1].example',
    'ⅼocalhost',
    'xn--ocalhost-1n0c',
    '',
  ])
}

function withPort(name: string, random: Random): string {
  return random.chance(0.3) ? `${name}:${random.between(1, 65_535)}` : name
}
