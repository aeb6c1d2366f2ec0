// The form of an action. The app opens this page and calls connectElgatoStreamDeckSocket; the plugin says what the server
// has, and the form is drawn from that.
/* global WebSocket, document */

const page = { socket: undefined, uuid: '', action: '', settings: {}, state: undefined, editing: undefined }
const form = document.getElementById('form')

// The app calls it by this name.
globalThis.connectElgatoStreamDeckSocket = (port, uuid, registerEvent, _info, actionInfo) => {
  const { action, payload } = JSON.parse(actionInfo)
  Object.assign(page, { uuid, action, settings: payload.settings ?? {} })
  page.socket = new WebSocket(`ws://127.0.0.1:${port}`)
  page.socket.onopen = () => {
    send({ event: registerEvent, uuid })
    ask({ type: 'open' })
  }
  page.socket.onmessage = ({ data }) => {
    const { event, payload: message } = JSON.parse(data)
    if (event === 'didReceiveSettings') page.settings = message.settings ?? {}
    if (event !== 'sendToPropertyInspector') return
    if (message.type === 'state') show(message)
    if (message.type === 'choices') offer(message)
  }
}

function send(message) {
  page.socket.send(JSON.stringify(message))
}

function ask(payload) {
  send({ event: 'sendToPlugin', action: page.action, context: page.uuid, payload })
}

function save(changes) {
  page.settings = { ...page.settings, ...changes }
  send({ event: 'setSettings', action: page.action, context: page.uuid, payload: page.settings })
}

function saveValue(name, value) {
  save({ values: { ...page.settings.values, [name]: value } })
}

function show(state) {
  const before = page.state
  page.state = state
  // While somebody types, only what they do not see being replaced is updated.
  const isSame = before !== undefined && drawnFrom(before) === drawnFrom(state)
  if (isSame) {
    showServerState()
    return
  }
  draw()
}

function drawnFrom({ servers, operations, action }) {
  return JSON.stringify([servers.map(({ id, name, url }) => [id, name, url]), operations, action])
}

function draw() {
  const { servers } = page.state
  form.replaceChildren()
  if (servers.length === 0 || page.editing !== undefined) return drawServer()
  form.append(...serverChoice(), ...operationChoice(), ...parameters())
  showServerState()
  for (const field of page.state.action.choices) ask({ type: 'choices', field })
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function labelled(title, control, help) {
  control.id ||= `field-${title.toLowerCase().replace(/\W+/g, '-')}`
  return [
    element('label', { htmlFor: control.id, textContent: title }),
    control,
    ...(help ? [element('small', { textContent: help })] : []),
  ]
}

function options(select, list, chosen) {
  select.replaceChildren(
    ...list.map(({ value, label }) => element('option', { value, textContent: label, selected: value === chosen })),
  )
}

function serverChoice() {
  const select = element('select')
  const { servers } = page.state
  const chosen = page.settings.server ?? servers[0].id
  options(
    select,
    servers.map(({ id, name }) => ({ value: id, label: name })),
    chosen,
  )
  select.onchange = () => {
    save({ server: select.value })
    ask({ type: 'open' })
  }
  const edit = element('button', { type: 'button', textContent: 'Edit server' })
  edit.onclick = () => {
    page.editing = select.value
    draw()
  }
  const add = element('button', { type: 'button', textContent: 'Add server' })
  add.onclick = () => {
    page.editing = ''
    draw()
  }
  return [...labelled('Server', select), element('small', { className: 'state', id: 'server-state' }), edit, add]
}

function currentServer() {
  const { servers } = page.state
  return servers.find(({ id }) => id === page.settings.server) ?? servers[0]
}

const stateWords = {
  connected: 'Connected',
  limited: 'Connected, without events: the key lacks events:read',
  connecting: 'Connecting',
  unreachable: 'Not reachable',
  refused: 'Refused',
}

function showServerState() {
  const line = document.getElementById('server-state')
  const server = currentServer()
  if (line === null || server === undefined) return
  line.className = `state ${server.state}`
  line.textContent = server.message || stateWords[server.state] || server.state
}

function operationChoice() {
  const { action, operations } = page.state
  if (action.operation !== null) return []
  const select = element('select')
  const groups = Map.groupBy ? Map.groupBy(operations, ({ group }) => group) : new Map([['', operations]])
  select.append(element('option', { value: '', textContent: 'Choose …' }))
  for (const [group, members] of groups) {
    const part = element('optgroup', { label: group })
    for (const { name, title } of members)
      part.append(element('option', { value: name, textContent: title, selected: name === page.settings.operation }))
    select.append(part)
  }
  select.onchange = () => {
    save({ operation: select.value, values: {} })
    draw()
  }
  return labelled('Operation', select, currentOperation()?.summary)
}

function currentOperation() {
  const { action, operations } = page.state
  return operations.find(({ name }) => name === (action.operation ?? page.settings.operation))
}

function parameters() {
  const operation = currentOperation()
  if (operation === undefined) return []
  const { fields: shown } = page.state.action
  const fields =
    shown === null
      ? operation.fields
      : shown.flatMap((name) => operation.fields.find((field) => field.name === name) ?? [])
  return [...fields.flatMap(parameter), element('small', { textContent: `Needs the permission ${operation.scope}.` })]
}

function parameter(field) {
  const { name, title, help, kind, isRequired, choices, example } = field
  const value = page.settings.values?.[name] ?? ''
  const control = controlFor(field, value)
  control.id = `value-${name}`
  control.dataset.field = name
  const placeholder = example === '' ? '' : `such as ${example}`
  if ('placeholder' in control) control.placeholder = placeholder
  control.onchange = () => saveValue(name, control.value)
  if (kind === 'text' && choices.length === 0) control.oninput = control.onchange
  return labelled(isRequired ? title : `${title} (optional)`, control, help)
}

function controlFor({ kind, choices, minimum, maximum }, value) {
  if (kind === 'choice' || kind === 'boolean') {
    const select = element('select')
    const list = kind === 'boolean' ? ['true', 'false'] : choices
    options(select, [{ value: '', label: '–' }, ...list.map((one) => ({ value: one, label: one }))], String(value))
    return select
  }
  if (kind === 'json' || kind === 'list') return element('textarea', { value: String(value) })
  const input = element('input', { type: kind === 'integer' || kind === 'number' ? 'number' : 'text', value })
  if (kind === 'number') input.step = 'any'
  if (minimum !== null) input.min = minimum
  if (maximum !== null) input.max = maximum
  return input
}

/** What the channel has is offered below the field; another value can be typed. */
function offer({ field, choices, error }) {
  const control = document.getElementById(`value-${field}`)
  if (control === null) return
  const id = `choices-${field}`
  document.getElementById(id)?.remove()
  control.setAttribute('list', id)
  const list = element('datalist', { id })
  for (const { value, label } of choices) list.append(element('option', { value, textContent: label }))
  control.after(list)
  if (error) list.after(element('small', { textContent: error }))
}

function drawServer() {
  const known = page.state.servers.find(({ id }) => id === page.editing)
  const name = element('input', { type: 'text', value: known?.name ?? '', placeholder: 'My server' })
  const url = element('input', { type: 'url', value: known?.url ?? 'http://127.0.0.1:4400' })
  const key = element('input', {
    type: 'password',
    placeholder: known ? 'Stored. Leave empty to keep it.' : 'sc_live_…',
  })
  const submit = element('button', { type: 'button', className: 'primary', textContent: 'Save server' })
  submit.onclick = () => {
    ask({ type: 'save-server', id: known?.id, name: name.value, url: url.value, key: key.value })
    page.editing = undefined
  }
  const buttons = [submit]
  if (known !== undefined) {
    const remove = element('button', { type: 'button', textContent: 'Remove server' })
    remove.onclick = () => {
      ask({ type: 'remove-server', id: known.id })
      page.editing = undefined
    }
    buttons.push(remove)
  }
  if (page.state.servers.length > 0) {
    const cancel = element('button', { type: 'button', textContent: 'Cancel' })
    cancel.onclick = () => {
      page.editing = undefined
      draw()
    }
    buttons.push(cancel)
  }
  form.append(
    element(
      'fieldset',
      {},
      element('legend', { textContent: known === undefined ? 'Add a server' : 'Server' }),
      ...labelled('Name', name),
      ...labelled('Address', url),
      ...labelled(
        'API key',
        key,
        'Create one in the panel, under Developer › Keys, with the permissions that your keys need.',
      ),
      ...buttons,
    ),
  )
}
