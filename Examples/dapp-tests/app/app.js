// SPDX-License-Identifier: MIT
import { NearConnector } from './near-connect/index.js'

// Wallets of the browser announce themselves. A dApp of yours leaves the manifest out, and lists the public ones, too.
const connector = new NearConnector({ network: 'testnet', manifest: { version: '1', wallets: [] } })

const element = (id) => document.getElementById(id)

/** Shows who is signed in. */
function show (account) {
  element('who').textContent = account ? account.accountId : 'Not signed in'
}

connector.on('wallet:signIn', ({ accounts }) => show(accounts[0]))
connector.on('wallet:signOut', () => show())

/** Shows what a button's work came to. */
function on (id, work) {
  element(id).addEventListener('click', async () => {
    element('answer').textContent = ''
    try {
      element('answer').textContent = await work()
    } catch (error) {
      element('answer').textContent = `Error: ${error.message}`
    }
  })
}

/** Returns an amount in yoctoNEAR; only whole tips are taken. */
function deposit () {
  const text = element('amount').value
  if (!/^[0-9]{1,4}$/.test(text)) throw new Error('A tip is a whole number of NEAR.')
  return `${text}${'0'.repeat(24)}`
}

on('sign-in', async () => {
  await connector.connect()
  return 'Signed in'
})

on('sign-out', async () => {
  await connector.disconnect()
  return 'Signed out'
})

on('send', async () => {
  const wallet = await connector.wallet()
  const outcome = await wallet.signAndSendTransaction({
    receiverId: 'bob.test.near',
    actions: [{ type: 'Transfer', params: { deposit: deposit() } }]
  })
  return `Sent ${outcome.transaction_outcome.id}`
})

on('sign', async () => {
  const wallet = await connector.wallet()
  const signed = await wallet.signMessage({
    message: element('note').value,
    recipient: location.host,
    nonce: crypto.getRandomValues(new Uint8Array(32))
  })
  return `Signed by ${signed.accountId}`
})

// Whoever was signed in before still is.
connector.getConnectedWallet().then(({ accounts }) => show(accounts[0]), () => show())
