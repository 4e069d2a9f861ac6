// SPDX-License-Identifier: MIT
// The devnet's explorer. Whatever comes from the chain is put into the page as text, never as markup.

/**
 * Answers of the devnet's RPC, as far as this page reads them.
 *
 * @typedef {{deposit: string, method_name: string, stake: string, beneficiary_id: string, access_key: {permission: unknown}}} ActionFields
 * @typedef {string | Record<string, ActionFields>} Action
 * @typedef {string | {SuccessValue: string} | {SuccessReceiptId: string} | {Failure: unknown}} Status
 * @typedef {{executor_id: string, gas_burnt: number, tokens_burnt: string, status: Status, logs: string[]}} Outcome
 * @typedef {{id: string, block_hash: string, outcome: Outcome}} OutcomeEntry
 * @typedef {{hash: string, signer_id: string, receiver_id: string, nonce: number, actions: Action[]}} Transaction
 * @typedef {{receipt_id: string, predecessor_id: string, receiver_id: string, receipt: {Action?: {actions: Action[]}}}} Receipt
 * @typedef {{height: number, hash: string, timestamp_nanosec: string, transactions: number, receipts: number, gas_used: number}} BlockRow
 * @typedef {{account_id: string, amount: string, locked: string, storage_usage: number}} AccountRow
 * @typedef {{receiver_id: string, method_names?: string[], allowance?: string | null}} KeyLimits
 * @typedef {string | Record<string, KeyLimits>} Permission
 * @typedef {{public_key: string, access_key: {nonce: number, permission: Permission}}} KeyEntry
 */

/** @typedef {string | HTMLElement} Cell */
/** @typedef {{title: string, number?: boolean}} Column */
/** @typedef {(HTMLElement | null)[]} Content */

/** An element that the page has. @param {string} id @returns {HTMLElement} */
const element = id => /** @type {HTMLElement} */ (document.getElementById(id))

const main = element('main')
const chainLine = element('chain')
const yoctoDigits = 24

/**
 * Makes an element with attributes and children; strings become text.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== null && child !== undefined))
  return made
}

/** @param {string} route @param {string} text @param {string} [className] */
const link = (route, text, className = '') => make('a', { href: `#/${route}`, ...(className && { class: className }) }, text)
/** @param {string} hash */
const short = hash => `${hash.slice(0, 10)}…`
/** @param {string} id */
const accountLink = id => (id === 'system' ? 'system' : link(`account/${encodeURIComponent(id)}`, id))
/** @param {string} hash */
const transactionLink = hash => link(`transaction/${hash}`, short(hash), 'hash')
/** @param {string} id */
const receiptLink = id => link(`receipt/${id}`, short(id), 'hash')

/**
 * Asks the devnet.
 *
 * @param {string} method
 * @param {object} params
 * @returns {Promise<any>} the result
 */
async function rpc(method, params) {
  const response = await fetch('/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'explorer', method, params }),
  })
  const answer = await response.json()
  if (answer.error) {
    const { cause, data, message } = answer.error
    throw Object.assign(new Error(typeof data === 'string' ? data : message), { code: cause?.name })
  }
  return answer.result
}

/** YoctoNEAR as NEAR, exactly, with at least four decimals where there are any. @param {string | bigint} yocto */
function near(yocto) {
  const digits = String(yocto).padStart(yoctoDigits + 1, '0')
  const whole = digits.slice(0, -yoctoDigits).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-yoctoDigits).replace(/0+$/, '')
  return `${whole}${fraction ? `.${fraction}` : ''} NEAR`
}

/** NEAR as yoctoNEAR, or null where the text is no amount. @param {string} text */
function yocto(text) {
  const match = /^(\d{1,9})(?:\.(\d{1,24}))?$/.exec(text.trim())
  return match ? String(BigInt(match[1] + (match[2] ?? '').padEnd(yoctoDigits, '0'))) : null
}

/** @param {number} amount */
const gas = amount => `${(Number(amount) / 1e12).toFixed(3)} Tgas`
/** @param {string} nanoseconds */
const time = nanoseconds => new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().replace('T', ' ').replace('.000Z', ' UTC')

/** @param {Column[]} columns @param {Cell[][]} rows @param {string} empty said if there are no rows */
function table(columns, rows, empty) {
  if (!rows.length) return make('p', { class: 'dim' }, empty)
  /** @type {Record<string, string>} */
  const number = { class: 'number' }
  const head = make('tr', {}, ...columns.map(column => make('th', column.number ? number : {}, column.title)))
  const body = rows.map(row => make('tr', {}, ...row.map((cell, index) => make('td', columns[index].number ? number : {}, cell))))
  return make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)))
}

/** @param {[string, Cell | null | undefined][]} entries */
function facts(entries) {
  const rows = entries.filter(([, value]) => value !== null && value !== undefined)
    .map(([title, value]) => make('tr', {}, make('th', { scope: 'row' }, title), make('td', {}, value)))
  return make('div', { class: 'scroll' }, make('table', { class: 'facts' }, make('tbody', {}, ...rows)))
}

/** @param {unknown} value */
const json = value => make('pre', {}, JSON.stringify(value, null, 2))

/** @param {Status} value @returns {Cell} */
function status(value) {
  if (typeof value === 'string') return value
  if ('SuccessValue' in value) return value.SuccessValue ? make('span', {}, `Success, returned ${returned(value.SuccessValue)}`) : 'Success'
  if ('SuccessReceiptId' in value) return make('span', {}, 'Went on as ', receiptLink(value.SuccessReceiptId))
  return make('pre', { class: 'failed' }, JSON.stringify(value.Failure, null, 2))
}

/** The value that a contract returned, as text where it is text. @param {string} base64 */
function returned(base64) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `${bytes.length} bytes: ${base64}`
  }
}

/** @param {Action} value */
function action(value) {
  if (typeof value === 'string') return value
  const [[name, fields]] = Object.entries(value)
  switch (name) {
    case 'Transfer': return `Transfer ${near(fields.deposit)}`
    case 'FunctionCall': return `Call ${fields.method_name}` + (fields.deposit === '0' ? '' : ` with ${near(fields.deposit)}`)
    case 'Stake': return `Stake ${near(fields.stake)}`
    case 'DeleteAccount': return `Delete account in favour of ${fields.beneficiary_id}`
    case 'AddKey': return fields.access_key.permission === 'FullAccess' ? 'Add full-access key' : 'Add function-call key'
    default: return name
  }
}

/** @param {Action[]} actions */
const actionList = actions => actions.map(action).join(', ')

/** @param {number} [before] @returns {Promise<Content>} */
async function showBlocks(before) {
  /** @type {{blocks: BlockRow[]}} */
  const { blocks } = await rpc('devnet_blocks', before === undefined ? { limit: 25 } : { limit: 25, before })
  const rows = blocks.map(block => [
    link(`block/${block.height}`, String(block.height)), make('span', { class: 'hash' }, short(block.hash)),
    time(block.timestamp_nanosec), String(block.transactions), String(block.receipts), gas(block.gas_used),
  ])
  const columns = [
    { title: 'Height', number: true }, { title: 'Hash' }, { title: 'Time' }, { title: 'Transactions', number: true },
    { title: 'Receipts', number: true }, { title: 'Gas', number: true },
  ]
  const oldest = blocks.at(-1)?.height ?? 0
  return [
    make('h1', {}, before === undefined ? 'Latest blocks' : `Blocks below ${before}`),
    table(columns, rows, 'There are no blocks.'),
    oldest > 0 && blocks.length === 25 ? make('p', {}, link(`blocks/${oldest}`, 'Older blocks')) : null,
  ]
}

/** @param {string} id @returns {Promise<Content>} */
async function showBlock(id) {
  const reference = /^\d+$/.test(id) ? Number(id) : id
  const [block, chunk] = await Promise.all([
    rpc('block', { block_id: reference }), rpc('chunk', { block_id: reference, shard_id: 0 }),
  ])
  const { header } = block
  const transactions = chunk.transactions.map((/** @type {Transaction} */ transaction) => [
    transactionLink(transaction.hash), accountLink(transaction.signer_id), accountLink(transaction.receiver_id),
    actionList(transaction.actions),
  ])
  const receipts = chunk.receipts.map((/** @type {Receipt} */ receipt) => [
    receiptLink(receipt.receipt_id), accountLink(receipt.predecessor_id), accountLink(receipt.receiver_id),
    receipt.receipt.Action ? actionList(receipt.receipt.Action.actions) : Object.keys(receipt.receipt)[0],
  ])
  /** @param {string} title @returns {Column[]} */
  const columns = title => [{ title }, { title: 'From' }, { title: 'To' }, { title: 'Actions' }]
  return [
    make('h1', {}, `Block ${header.height}`),
    facts([
      ['Hash', make('span', { class: 'hash' }, header.hash)],
      ['Before it', header.height > 0 ? link(`block/${header.prev_height}`, String(header.prev_height)) : 'The first block'],
      ['Time', time(header.timestamp_nanosec)], ['Gas', gas(chunk.header.gas_used)],
      ['Burnt', near(chunk.header.balance_burnt)], ['Total supply', near(header.total_supply)],
    ]),
    make('h2', {}, 'Transactions'), table(columns('Hash'), transactions, 'There are none in this block.'),
    make('h2', {}, 'Receipts from the block before'), table(columns('Id'), receipts, 'There are none in this block.'),
  ]
}

/** @param {OutcomeEntry} outcome @returns {Cell[]} */
function outcomeRow(outcome) {
  const { executor_id: executor, gas_burnt: burnt, status: state, logs } = outcome.outcome
  const result = make('div', {}, status(state), ...logs.map(log => make('pre', { class: 'dim' }, log)))
  return [receiptLink(outcome.id), accountLink(executor), gas(burnt), result]
}

/** @param {string} hash @returns {Promise<Content>} */
async function showTransaction(hash) {
  /** @type {{transaction: Transaction, transaction_outcome: OutcomeEntry, receipts_outcome: OutcomeEntry[], status: Status}} */
  const found = await rpc('EXPERIMENTAL_tx_status', { tx_hash: hash, sender_account_id: 'system', wait_until: 'NONE' })
  const { transaction } = found
  const outcomes = [found.transaction_outcome, ...found.receipts_outcome]
  const burnt = outcomes.reduce((sum, { outcome }) => sum + BigInt(outcome.tokens_burnt), 0n)
  return [
    make('h1', {}, 'Transaction'),
    facts([
      ['Hash', make('span', { class: 'hash' }, transaction.hash)],
      ['Status', status(found.status)], ['Signer', accountLink(transaction.signer_id)],
      ['Receiver', accountLink(transaction.receiver_id)], ['Block', link(`block/${found.transaction_outcome.block_hash}`, short(found.transaction_outcome.block_hash), 'hash')],
      ['Nonce', String(transaction.nonce)], ['Fee', near(burnt)],
    ]),
    make('h2', {}, 'Actions'), json(transaction.actions),
    make('h2', {}, 'Receipts'),
    table([{ title: 'Id' }, { title: 'At' }, { title: 'Gas', number: true }, { title: 'Result' }], found.receipts_outcome.map(outcomeRow), 'None is executed yet.'),
  ]
}

/** @param {string} id @returns {Promise<Content>} */
async function showReceipt(id) {
  /** @type {Receipt} */
  const receipt = await rpc('EXPERIMENTAL_receipt', { receipt_id: id })
  return [
    make('h1', {}, 'Receipt'),
    facts([
      ['Id', make('span', { class: 'hash' }, receipt.receipt_id)], ['From', accountLink(receipt.predecessor_id)],
      ['To', accountLink(receipt.receiver_id)],
    ]),
    make('h2', {}, 'What it does'), json(receipt.receipt),
  ]
}

/** @param {string} [after] @returns {Promise<Content>} */
async function showAccounts(after) {
  /** @type {{accounts: AccountRow[]}} */
  const { accounts } = await rpc('devnet_accounts', after ? { limit: 100, after } : { limit: 100 })
  const rows = accounts.map(account => [accountLink(account.account_id), near(account.amount), near(account.locked), `${account.storage_usage} B`])
  const columns = [{ title: 'Account' }, { title: 'Balance', number: true }, { title: 'Staked', number: true }, { title: 'Storage', number: true }]
  const last = accounts.at(-1)?.account_id
  return [
    make('h1', {}, 'Accounts'), table(columns, rows, 'There are no more accounts.'),
    accounts.length === 100 ? make('p', {}, link(`accounts/${encodeURIComponent(String(last))}`, 'More accounts')) : null,
  ]
}

/** @param {string} id @returns {Promise<Content>} */
async function showAccount(id) {
  const who = { account_id: id, finality: 'final' }
  const [account, { keys }] = await Promise.all([
    rpc('query', { request_type: 'view_account', ...who }), rpc('query', { request_type: 'view_access_key_list', ...who }),
  ])
  /** @param {KeyEntry['access_key']} key */
  const permission = ({ permission: value }) => {
    if (typeof value === 'string') return 'Full access'
    const { receiver_id: receiver, method_names: names, allowance } = value.FunctionCall ?? Object.values(value)[0]
    return `Call ${names?.length ? names.join(', ') : 'any method'} of ${receiver}, ` + (allowance ? `up to ${near(allowance)}` : 'without limit')
  }
  const rows = keys.map((/** @type {KeyEntry} */ entry) => [make('span', { class: 'hash' }, entry.public_key), String(entry.access_key.nonce), permission(entry.access_key)])
  return [
    make('h1', {}, id),
    facts([
      ['Balance', near(account.amount)], ['Staked', near(account.locked)], ['Storage', `${account.storage_usage} bytes`],
      ['Code', account.code_hash === '11111111111111111111111111111111' ? 'None of its own' : make('span', { class: 'hash' }, account.code_hash)],
      ['Global code', account.global_contract_hash ?? account.global_contract_account_id],
    ]),
    make('p', {}, link(`faucet/${encodeURIComponent(id)}`, 'Give it tokens')),
    make('h2', {}, 'Keys'), table([{ title: 'Public key' }, { title: 'Nonce', number: true }, { title: 'May' }], rows, 'It has no keys.'),
  ]
}

/** @param {string} [id] @returns {Content} */
function showFaucet(id = '') {
  const account = make('input', { name: 'account', required: '', autocomplete: 'off', spellcheck: 'false', value: id, placeholder: 'carol.test.near' })
  const amount = make('input', { name: 'amount', required: '', inputmode: 'decimal', value: '100' })
  const button = make('button', {}, 'Give')
  const result = make('div', { 'aria-live': 'polite' })
  const form = make('form', { class: 'card' }, make('label', {}, 'Account', account), make('label', {}, 'NEAR', amount), button)
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const wanted = yocto(amount.value)
    if (wanted === null || wanted === '0') return result.replaceChildren(failure(new Error('That is no amount of NEAR.')))
    button.disabled = true
    try {
      const given = await rpc('devnet_faucet', { account_id: account.value.trim(), amount: wanted })
      result.replaceChildren(make('p', {}, given.created ? 'Created ' : '', accountLink(given.account_id), `${given.created ? ', which' : ''} has ${near(given.amount)}.`))
      if (given.private_key) result.append(facts([['Public key', given.public_key], ['Private key', given.private_key]]))
    } catch (error) {
      result.replaceChildren(failure(error))
    } finally {
      button.disabled = false
    }
  })
  return [
    make('h1', {}, 'Faucet'),
    make('p', { class: 'dim' }, 'Tokens come from the root account. An account that is not there is created, with a key made from the devnet’s seed.'),
    form, result,
  ]
}

/** @param {unknown} error */
const failure = error => make('p', { class: 'failed', role: 'alert' }, /** @type {Error} */ (error).message)

/** Looks for a block, a transaction or a receipt of this hash. @param {string} hash @returns {Promise<null>} */
async function showHash(hash) {
  /** @type {[string, () => Promise<unknown>][]} */
  const attempts = [
    ['block', () => rpc('block', { block_id: hash })],
    ['transaction', () => rpc('tx', { tx_hash: hash, sender_account_id: 'system', wait_until: 'NONE' })],
    ['receipt', () => rpc('EXPERIMENTAL_receipt', { receipt_id: hash })],
  ]
  for (const [route, attempt] of attempts) {
    try {
      await attempt()
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code?.startsWith('UNKNOWN_')) continue
      throw error
    }
    location.replace(`#/${route}/${hash}`)
    return null
  }
  throw new Error(`No block, transaction or receipt has the hash ${hash}.`)
}

element('search').addEventListener('submit', event => {
  event.preventDefault()
  const query = /** @type {HTMLInputElement} */ (element('query')).value.trim()
  if (!query) return
  const isHash = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(query)
  const route = /^\d{1,19}$/.test(query) ? 'block' : isHash ? 'hash' : 'account'
  location.hash = `#/${route}/${encodeURIComponent(query)}`
})

/** @type {Record<string, (argument: string) => Content | null | Promise<Content | null>>} */
const routes = {
  '': () => showBlocks(), blocks: before => showBlocks(Number(before)), block: showBlock, transaction: showTransaction,
  receipt: showReceipt, accounts: showAccounts, account: showAccount, faucet: showFaucet, hash: showHash,
}

let turn = 0

/** @param {boolean} [isRefresh] */
async function show(isRefresh = false) {
  const mine = ++turn
  const [name = '', argument] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
  /** @type {Content | null} */
  let content
  try {
    content = await (routes[name] ?? routes[''])(argument)
  } catch (error) {
    content = [make('h1', {}, 'Not found'), failure(error)]
  }
  // Something else was asked for meanwhile, or the page has moved on by itself.
  if (mine !== turn || content === null) return
  main.replaceChildren(.../** @type {HTMLElement[]} */ (content.filter(Boolean)))
  if (!isRefresh) main.focus({ preventScroll: true })
}

/** @type {number | null} */
let height = null

/** Keeps the line below the head true, and the list of blocks with it. */
async function follow() {
  try {
    const { chain_id: chain, sync_info: sync } = await rpc('status', [])
    chainLine.textContent = `Chain ${chain}, height ${sync.latest_block_height}, RPC at ${location.origin}`
    const isNew = height !== null && height !== sync.latest_block_height
    height = sync.latest_block_height
    if (isNew && ['', '#', '#/'].includes(location.hash)) await show(true)
  } catch {
    chainLine.textContent = 'The devnet does not answer.'
  }
  setTimeout(follow, 1000)
}

addEventListener('hashchange', () => show())
show()
follow()
