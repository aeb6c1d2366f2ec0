const lights = { starting: 'off', unpaired: 'off', connecting: 'standby', away: 'stop', connected: 'go' }
const words = {
  starting: 'Looking …',
  unpaired: 'Not paired',
  connecting: 'Connecting …',
  away: 'Not connected',
  connected: 'Connected',
}
const part = (id) => document.getElementById(id)
const form = part('pair')
const worker = chrome.runtime.connect({ name: 'popup' })

worker.onMessage.addListener(show)
worker.postMessage({ type: 'wake' })

form.addEventListener('submit', (event) => {
  event.preventDefault()
  worker.postMessage({ type: 'pair', server: form.server.value, code: form.code.value })
})
part('unpair').addEventListener('click', () => worker.postMessage({ type: 'unpair' }))

function show({ status, server, channel, trouble, tab }) {
  const isReady = status !== 'connected' || tab
  part('light').dataset.light = isReady ? lights[status] : 'standby'
  part('state').textContent = isReady ? words[status] : 'Connected, but no Kick page is open'
  part('trouble').textContent = trouble
  part('trouble').hidden = trouble === ''
  const isPaired = channel !== ''
  form.hidden = isPaired || status === 'starting'
  form.querySelector('button').disabled = status === 'connecting'
  part('paired').hidden = !isPaired
  part('channel').textContent = channel
  part('address').textContent = server
  part('tab').textContent = tab ? 'Open' : 'Open your channel on kick.com, and leave it open.'
  if (!isPaired && form.server.value === '' && server !== '') form.server.value = server
  document.body.dataset.status = status
}
