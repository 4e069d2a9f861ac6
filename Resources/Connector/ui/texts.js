// SPDX-License-Identifier: MIT
// The texts of the sheets in several languages. English stands in for all others.

/** @typedef {keyof typeof english} TextName */

const english = {
  chooseWallet: "Choose a wallet",
  connectTo: "Connect to {name}",
  wallets: "Wallets",
  search: "Search",
  searchWallets: "Search wallets",
  noWallet: "No wallet works with this network.",
  noMatch: "No wallet matches the search.",
  recent: "Recent",
  debug: "Debug",
  installed: "Installed",
  thisComputer: "On this computer",
  phoneApp: "Phone app",
  extension: "Browser extension",
  desktopApp: "Desktop app",
  whatIsAWallet: "What is a wallet?",
  walletExplained: "A wallet keeps the keys to your NEAR account. Programs ask it to sign; it shows you what, and you decide.",
  close: "Close",
  tryAgain: "Try again",
  otherWallets: "Other wallets",
  onYourPhone: "Continue in {name} on your phone",
  codeLabel: "QR code of the link for {name}",
  linkLabel: "Link for {name}",
  copy: "Copy",
  copied: "Copied",
  pressToCopy: "Press Ctrl+C to copy",
};

/** @type {Record<string, Record<TextName, string>>} */
const tables = {
  en: english,
  de: {
    chooseWallet: "Wallet auswählen",
    connectTo: "Mit {name} verbinden",
    wallets: "Wallets",
    search: "Suchen",
    searchWallets: "Wallets suchen",
    noWallet: "Keine Wallet unterstützt dieses Netzwerk.",
    noMatch: "Keine Wallet passt zur Suche.",
    recent: "Zuletzt",
    debug: "Debug",
    installed: "Installiert",
    thisComputer: "Auf diesem Rechner",
    phoneApp: "Handy-App",
    extension: "Browser-Erweiterung",
    desktopApp: "Desktop-App",
    whatIsAWallet: "Was ist eine Wallet?",
    walletExplained: "Eine Wallet verwahrt die Schlüssel zu Ihrem NEAR-Konto. Programme bitten sie um Unterschriften; sie zeigt Ihnen, worum es geht, und Sie entscheiden.",
    close: "Schließen",
    tryAgain: "Erneut versuchen",
    otherWallets: "Andere Wallets",
    onYourPhone: "In {name} auf dem Handy fortfahren",
    codeLabel: "QR-Code des Links für {name}",
    linkLabel: "Link für {name}",
    copy: "Kopieren",
    copied: "Kopiert",
    pressToCopy: "Mit Strg+C kopieren",
  },
  es: {
    chooseWallet: "Elige una wallet",
    connectTo: "Conectar con {name}",
    wallets: "Wallets",
    search: "Buscar",
    searchWallets: "Buscar wallets",
    noWallet: "Ninguna wallet funciona con esta red.",
    noMatch: "Ninguna wallet coincide con la búsqueda.",
    recent: "Reciente",
    debug: "Depuración",
    installed: "Instalada",
    thisComputer: "En este equipo",
    phoneApp: "App móvil",
    extension: "Extensión del navegador",
    desktopApp: "App de escritorio",
    whatIsAWallet: "¿Qué es una wallet?",
    walletExplained: "Una wallet guarda las claves de tu cuenta NEAR. Los programas le piden firmas; ella te muestra qué se firma y tú decides.",
    close: "Cerrar",
    tryAgain: "Reintentar",
    otherWallets: "Otras wallets",
    onYourPhone: "Continuar en {name} en el móvil",
    codeLabel: "Código QR del enlace para {name}",
    linkLabel: "Enlace para {name}",
    copy: "Copiar",
    copied: "Copiado",
    pressToCopy: "Pulsa Ctrl+C para copiar",
  },
  fr: {
    chooseWallet: "Choisir un portefeuille",
    connectTo: "Se connecter à {name}",
    wallets: "Portefeuilles",
    search: "Rechercher",
    searchWallets: "Rechercher un portefeuille",
    noWallet: "Aucun portefeuille ne fonctionne avec ce réseau.",
    noMatch: "Aucun portefeuille ne correspond à la recherche.",
    recent: "Récent",
    debug: "Débogage",
    installed: "Installé",
    thisComputer: "Sur cet ordinateur",
    phoneApp: "App mobile",
    extension: "Extension de navigateur",
    desktopApp: "App de bureau",
    whatIsAWallet: "Qu’est-ce qu’un portefeuille ?",
    walletExplained: "Un portefeuille garde les clés de votre compte NEAR. Les programmes lui demandent de signer ; il vous montre quoi, et vous décidez.",
    close: "Fermer",
    tryAgain: "Réessayer",
    otherWallets: "Autres portefeuilles",
    onYourPhone: "Continuer dans {name} sur votre téléphone",
    codeLabel: "Code QR du lien pour {name}",
    linkLabel: "Lien pour {name}",
    copy: "Copier",
    copied: "Copié",
    pressToCopy: "Appuyez sur Ctrl+C pour copier",
  },
};

/** The languages of the texts. */
export const languages = Object.keys(tables);

/**
 * Finds the first of the wanted languages that there is; "pt-BR" wants "pt".
 *
 * @param {readonly string[]} wanted
 * @returns {string}
 */
export function languageOf(wanted) {
  const found = wanted.map((tag) => String(tag).toLowerCase().split("-")[0]).find((tag) => Object.hasOwn(tables, tag));
  return found ?? "en";
}

/** The language of the texts, for the `lang` of elements: the page's choice, or the browser's. */
export function currentLanguage() {
  const chosen = document.documentElement.dataset.nearConnectLanguage;
  return languageOf(chosen === undefined ? navigator.languages ?? [] : [chosen]);
}

/**
 * @param {TextName} name
 * @param {Record<string, string>} [values] replace `{…}`; they come from manifests and are text, whatever they contain
 * @returns {string}
 */
export function text(name, values = {}) {
  return tables[currentLanguage()][name].replace(/\{(\w+)\}/g, (whole, key) => (Object.hasOwn(values, key) ? values[key] : whole));
}

/** Lists texts that a table lacks, or that only it has, as "<language>.<name>". */
export const missingTexts = () => Object.entries(tables).flatMap(([tag, table]) =>
  [...new Set([...Object.keys(english), ...Object.keys(table)])]
    .filter((name) => !isText(name) || !table[name]).map((name) => `${tag}.${name}`));

/** Tells whether there is a text of that name. @param {string} name @returns {name is TextName} */
export const isText = (name) => Object.hasOwn(english, name);
