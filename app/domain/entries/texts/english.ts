/* The texts of the service form in English. Words in braces stand for what `fillIn` puts there. */

/** What the page shows. The loader sends it as data, so that the page has one language only. */
export const ENGLISH_PAGE = {
  /** The language that the switch offers, in that language. */
  otherLanguage: "es",
  otherLanguageName: "Español",
  title: "Service Form",

  online: "Online",
  offline: "Offline",
  asOf: "As of {time}",
  listsAsOf: "Horses and services as of {time}",
  canQueue: "Entries are saved on this phone and sent when you’re online.",
  noRoom: "This phone cannot keep entries: its storage is full or blocked. Submit only while you are online.",

  date: "Date",
  horse: "Horse",
  rider: "Rider",
  service: "Service",
  quantity: "Quantity",
  groom: "Groom",
  comments: "Comments",
  selectHorse: "Select a horse...",
  selectRider: "Select a rider...",
  selectService: "Select a service...",
  selectGroom: "Select a groom...",
  horses: "Horses",
  noSuchHorse: "No horse has this name",
  oftenLogged: "Often logged",
  submit: "Submit",
  submitting: "Submitting...",
  cancel: "Cancel",

  success: "Success",
  created: "Bill item has been created successfully.",
  saved: "Saved:",
  savedUnread: "Saved. The database cannot be reached just now, so the entry cannot be shown here.",
  sameHorse: "Same horse",
  sameService: "Same service",
  undo: "Undo",
  undone: "Undone",
  undoneEntry: "Undone:",
  today: "Today from this device",
  entry: "{quantity} x {service} for {horse}, {date}",
  entryOfGroom: "{entry}, groom {groom}",

  savedHere: "Saved on this phone. Sends when you’re online.",
  savedHereSending: "Saved on this phone. Sending…",
  entryOfTime: "Entry of {time}",
  removed: "Removed: {entry}",
  removedAfterSending: "Removed: {entry}. It was sent before: Hayloft may have saved it.",
  sentOne: "Saved: {entry}, which was kept on this phone.",
  sentMany: "Saved: {count} entries, which were kept on this phone.",
  edit: "Edit",
  remove: "Remove",
  show: "Show",
  hide: "Hide",
  oneWaits: "1 entry waits {reason}",
  manyWait: "{count} entries wait {reason}",
  oneRefused: "1 entry was not saved",
  manyRefused: "{count} entries were not saved",
  oneAlsoWaits: "{refused}, 1 waits {reason}",
  manyAlsoWait: "{refused}, {count} wait {reason}",
  toBeSent: "to be sent",
  forConnection: "for a connection",
  beingSent: "Being sent…",
  unanswered: "Sent, but not confirmed. It is sent again by itself, and saved once.",
  waitsToBeSent: "Waits to be sent.",
  waitsForConnection: "Waits for a connection.",
  notSaved: "Hayloft did not save this entry.",

  queuedBefore:
    "This form was kept before with other details, and that entry stands. To keep this one, too, press Submit again.",
  cannotQueue:
    "This phone cannot keep the change: its storage is full or blocked. The entry stays as it was. Make room, then press Submit again.",
  unreachable:
    "The database cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again.",
  noConnection:
    "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.",
  noDatabase: "The database cannot be reached.",
  nothingLost: "Your entry is not saved yet, but nothing of it is lost: try again in a moment.",
  tryAgainSoon: "Try again in a moment.",
  tryAgain: "Try again",

  nothingYet: "Nothing can be logged yet:",
  noGroomsYet: "Services that need a groom cannot be logged yet:",
  addFirst: "first add",
  officeAdds: "the office has to add",
  and: "and",
  missingHorses: "horses",
  missingServices: "public services",
  missingGrooms: "grooms",

  withoutAdmin: "This barn has no admin yet.",
  enterCode: "Enter the code from the terminal",
  becomeAdmin: "Sign in to become its first admin.",
  nonAdmin:
    "You are signed in as {email}, which is not an admin's account: it can use this form only. An admin can invite you to the rest.",
  signInToOpen: "Sign in with an admin's account to open {place}",
};

/** What only the server says. */
export const ENGLISH_ANSWERS = {
  notHere: "not on the property",
  notActive: "not active",

  loggedToday: "Also logged today at {time} {by}.",
  loggedBefore: "Also logged on {day} at {time} {by}.",
  byYou: "by you",
  byName: "by {name}",
  byVisitor: "by a visitor",
  bySomebody: "by somebody else",
  fromHere: "from this device",

  unusual: "That is {what}. Press Submit again to log it.",
  rateLimited: "Too many entries came from here in the last minute. Wait a minute, then press Submit again.",
  keyReused:
    "This form was saved before with other details, and that entry stands. To save what is shown here as another entry, press Submit again.",
  conflict: "Something in this entry was changed by somebody else a moment ago. Press Submit again.",
  undoLimited: "Too many entries came from here in the last minute. Wait a minute, then press Undo again.",
  notFromHere: "This browser did not log that entry. Ask an admin to void it.",
  undoConflict: "Somebody else changed this entry a moment ago, so it was not undone.",
  undoUnreachable: "The database cannot be reached, so the entry is not undone yet. Press Undo again.",

  signingIn: "Signing in",
  signedIn: "You are signed in. Close this window to go on.",
  notSignedIn: "Signing in did not work. Close this window to go on.",
  signInLimited: "Too many sign-ins came from here in the last minute. Wait a minute, then sign in again.",
};

export type PageTexts = Record<keyof typeof ENGLISH_PAGE, string>;
export type AnswerTexts = Record<keyof typeof ENGLISH_ANSWERS, string>;
