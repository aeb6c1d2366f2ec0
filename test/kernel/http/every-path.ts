import { operations } from '../../../src/operations.ts'
import { panelPages } from '../../../src/registry/panel-pages.ts'

export interface KnownPath {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'CONNECT'
  readonly path: string
}

const get = [
  ...panelPages.map(({ path }) => path),
  '/healthz',
  '/readyz',
  '/metrics',
  '/nothing',
  '/sign-in',
  '/sign-in/ways',
  '/set-up',
  '/set-up/next',
  '/sign-in-failed',
  '/sign-in/sandbox/begin',
  '/sandbox',
  '/sandbox/sign-in',
  '/sandbox/assets/nothing.css',
  '/connect/kick',
  '/panel',
  '/panel/assets/nothing.js',
  '/panel/api/events',
  '/overlay',
  '/overlay/effect-frame',
  '/player',
  '/overlay/assets/overlay.css',
  '/overlay/assets/overlay.js',
  '/overlay/sounds/nothing',
  '/overlay/speech/nothing',
  '/overlay/uploads/nothing',
  '/overlay/styles/nothing',
  '/deck',
  '/deck/layout',
  '/deck/assets/deck.css',
  '/deck/assets/deck.js',
  '/assets/plain.css',
  '/assets/light.svg',
  '/docs',
  '/docs/errors',
  '/docs/search.json',
  '/docs/postman.json',
  '/docs/images/nothing.png',
  '/openapi.json',
  '/mcp',
  '/asyncapi.json',
  '/v1/events',
  '/v1/get-points',
]
const post = [
  ...operations.map(({ name }) => `/v1/${name}`),
  '/v1/nothing',
  '/panel/api/nothing',
  '/panel/api/list-keys',
  '/panel/backup',
  '/panel/uploads',
  '/set-up',
  '/sign-out',
  '/sign-in/passkey/begin',
  '/sign-in/passkey',
  '/sign-in/password',
  '/sandbox/v1/chat',
  '/mcp',
  '/webhooks/kofi/nothing',
]

/** A request for everything that a client can ask for: pages, files, calls, streams, webhooks, and what is not there. */
export const everyPath: readonly KnownPath[] = [
  ...get.map((path) => ({ method: 'GET', path }) as const),
  ...get.map((path) => ({ method: 'HEAD', path }) as const),
  ...post.map((path) => ({ method: 'POST', path }) as const),
  { method: 'OPTIONS', path: '*' },
  { method: 'CONNECT', path: 'example.org:443' },
]

export const socketPaths = ['/overlay/socket', '/player/socket', '/extension/socket', '/v1/events/socket', '/nothing']
export const handshake = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
