// SPDX-License-Identifier: MIT
'use strict'

// Finds the wallet as near-connect's pages do: a page says that it is ready, and wallets announce themselves.
let wallet
window.addEventListener('near-wallet-injected', (event) => { wallet = event.detail })
window.dispatchEvent(new Event('near-selector-ready'))

const element = (id) => document.getElementById(id)

async function showAccount () {
  const [account] = await wallet.getAccounts({ network: 'testnet' })
  element('who').textContent = account ? account.accountId : 'Not signed in'
}

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
  await wallet.signIn({ network: 'testnet' })
  await showAccount()
  return 'Signed in'
})

on('sign-out', async () => {
  await wallet.signOut({ network: 'testnet' })
  await showAccount()
  return 'Signed out'
})

on('send', async () => {
  const outcome = await wallet.signAndSendTransaction({
    network: 'testnet',
    receiverId: 'bob.test.near',
    actions: [{ type: 'Transfer', params: { deposit: deposit() } }]
  })
  return `Sent ${outcome.transaction_outcome.id}`
})

on('sign', async () => {
  const signed = await wallet.signMessage({
    network: 'testnet',
    message: element('note').value,
    recipient: location.host,
    nonce: crypto.getRandomValues(new Uint8Array(32))
  })
  return `Signed by ${signed.accountId}`
})

showAccount()
