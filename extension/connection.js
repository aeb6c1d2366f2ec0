/**
 * The line to the server. A browser ends a worker that is silent for 30 s, so it says something every 20 s; and as the
 * line is lost sooner or later, it is opened again for ever, ever more slowly.
 */

const firstWaitMs = 1_000
const longestWaitMs = 30_000
const usualAliveMs = 20_000
/** So many times without a word, and the line is taken for dead. */
const patience = 2.5

/** What each goodbye means to a person; those after which there is no use in coming back end the pairing. */
const endings = {
  unpaired: 'This browser was unpaired in the panel. Pair it again to make clips.',
  invalid_token: 'The server does not know this browser any more. Pair it again to make clips.',
}
const refusals = {
  invalid_code: 'The code is wrong, was used already, or is older than ten minutes. Make a new one in the panel.',
  too_many_tries: 'That was one try too many. Wait a minute, then try again.',
  too_many_browsers: 'Five browsers are paired with this channel. Unpair one in the panel first.',
}

export function createConnection({ readPairing, savePairing, hasTab, makeClip, version, browser, onState }) {
  let socket
  let retry
  let keepAlive
  let failures = 0
  let lastHeardAt = 0
  /** Results that found no line to be told on. */
  const untold = []
  let state = { status: 'starting', server: '', channel: '', trouble: '' }

  function become(change) {
    state = { ...state, ...change }
    onState(state)
  }

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    else return false
    return true
  }

  function drop() {
    clearTimeout(retry)
    clearInterval(keepAlive)
    retry = undefined
    const old = socket
    socket = undefined
    old?.close()
  }

  function open(server, greet) {
    drop()
    let mine
    try {
      mine = new WebSocket(socketAddress(server))
    } catch {
      return become({ status: 'unpaired', server, trouble: 'This is not the address of a server.' })
    }
    socket = mine
    become({ status: 'connecting', server })
    mine.onopen = async () => {
      const message = await greet()
      if (socket === mine) say(message)
    }
    mine.onmessage = ({ data }) => {
      if (socket === mine) hear(JSON.parse(data), server)
    }
    mine.onclose = () => {
      if (socket === mine) lost(server)
    }
  }

  async function hear(message, server) {
    lastHeardAt = Date.now()
    if (message.type === 'paired') {
      await savePairing({ server, token: message.token, channel: message.channel })
    } else if (message.type === 'welcome') {
      failures = 0
      become({ status: 'connected', channel: message.channel, trouble: '' })
      stayAlive(message.aliveMs ?? usualAliveMs)
      for (const result of untold.splice(0)) if (!say(result)) untold.push(result)
    } else if (message.type === 'clip') {
      const result = await makeClip(message)
      const told = { type: 'clip-result', id: message.id, ...result }
      if (!say(told)) untold.push(told)
    } else if (message.type === 'bye') {
      await part(message.reason)
    }
  }

  async function part(reason) {
    if (endings[reason]) {
      drop()
      await savePairing(undefined)
      become({ status: 'unpaired', channel: '', trouble: endings[reason] })
    } else if (refusals[reason]) {
      drop()
      become({ status: 'unpaired', trouble: refusals[reason] })
    } else if (reason === 'replaced') {
      drop()
      become({ status: 'away', trouble: 'Another window of this browser took over.' })
    }
  }

  function stayAlive(aliveMs) {
    clearInterval(keepAlive)
    keepAlive = setInterval(async () => {
      if (Date.now() - lastHeardAt > patience * aliveMs) return socket?.close()
      say({ type: 'alive', tab: await hasTab() })
    }, aliveMs)
  }

  async function lost(server) {
    drop()
    const isPaired = (await readPairing()) !== undefined
    const trouble = `The server at ${server} does not answer. Is it running?`
    if (!isPaired) return become({ status: 'unpaired', trouble })
    become({ status: 'away', trouble })
    const waitMs = Math.min(firstWaitMs * 2 ** failures++, longestWaitMs) * (0.75 + Math.random() / 2)
    clearTimeout(retry)
    retry = setTimeout(wake, waitMs)
  }

  /** Connects where there is something to connect to. The browser calls it every 30 s, in case the worker had ended. */
  async function wake() {
    const pairing = await readPairing()
    if (pairing === undefined) {
      if (state.status === 'starting') become({ status: 'unpaired' })
      return
    }
    if (socket !== undefined) return
    become({ channel: pairing.channel })
    const { server, token } = pairing
    open(server, async () => ({ type: 'hello', token, version, tab: await hasTab() }))
  }

  return {
    wake,
    get state() {
      return state
    },

    pair(address, code) {
      const server = serverAddress(address)
      if (server === undefined) return become({ trouble: 'This is not the address of a server.' })
      become({ trouble: '' })
      open(server, async () => ({ type: 'pair', code, browser, version }))
    },

    async unpair() {
      say({ type: 'unpair' })
      drop()
      await savePairing(undefined)
      become({ status: 'unpaired', channel: '', trouble: '' })
    },
  }
}

/** What a person types, as an address: `localhost:4400` and any link into the panel are both fine. */
export function serverAddress(typed) {
  const text = typed.trim()
  const isNear = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^/.]+(:|\/|$)|[^/]+\.local(:|\/|$))/i
  const whole = /^https?:\/\//i.test(text) ? text : `${isNear.test(text) ? 'http' : 'https'}://${text}`
  if (text === '' || !URL.canParse(whole)) return undefined
  return new URL(whole).origin
}

function socketAddress(server) {
  return `${server.replace(/^http/, 'ws')}/extension/socket`
}
