import type { whyNotUndone } from "#app/domain/entries/logged-entry.ts";
import type { EntryProblem } from "#app/domain/entries/service-entry.ts";
import type {
  isRequired,
  NO_DATE,
  NO_QUANTITY,
  NO_WHOLE_NUMBER,
  QUANTITY_TOO_LARGE,
} from "#app/domain/fields/field-checks.ts";
import type { FrameTexts } from "#app/domain/shell/frame-texts.ts";
import type { AnswerTexts, PageTexts } from "./english.ts";

/* The texts of the service form in Spanish, as grooms from Latin America speak it, with 'tú'. */

export const SPANISH_PAGE: PageTexts = {
  otherLanguage: "en",
  otherLanguageName: "English",
  title: "Registrar servicio",

  online: "En línea",
  offline: "Sin conexión",
  asOf: "Actualizado: {time}",
  listsAsOf: "Caballos y servicios actualizados: {time}",
  canQueue: "Los registros se guardan en este teléfono y se envían cuando haya señal.",
  noRoom:
    "Este teléfono no puede guardar registros: su memoria está llena o bloqueada. Presiona Enviar solo cuando tengas señal.",

  date: "Fecha",
  horse: "Caballo",
  rider: "Jinete",
  service: "Servicio",
  quantity: "Cantidad",
  groom: "Caballerango",
  comments: "Comentarios",
  selectHorse: "Elige un caballo...",
  selectRider: "Elige un jinete...",
  selectService: "Elige un servicio...",
  selectGroom: "Elige un caballerango...",
  horses: "Caballos",
  noSuchHorse: "Ningún caballo tiene ese nombre",
  oftenLogged: "Frecuentes",
  submit: "Enviar",
  submitting: "Enviando...",
  cancel: "Cancelar",

  success: "Listo",
  created: "El servicio quedó registrado.",
  saved: "Guardado:",
  savedUnread:
    "Guardado. Por ahora no hay conexión con la base de datos, así que el registro no se puede mostrar aquí.",
  sameHorse: "Mismo caballo",
  sameService: "Mismo servicio",
  undo: "Deshacer",
  undone: "Deshecho",
  undoneEntry: "Deshecho:",
  today: "Hoy desde este teléfono",
  entry: "{quantity} x {service} para {horse}, {date}",
  entryOfGroom: "{entry}, caballerango {groom}",

  savedHere: "Guardado en este teléfono. Se envía cuando haya señal.",
  savedHereSending: "Guardado en este teléfono. Enviando…",
  entryOfTime: "Registro ({time})",
  removed: "Quitado: {entry}",
  removedAfterSending: "Quitado: {entry}. Ya se había enviado: puede que Hayloft lo haya guardado.",
  sentOne: "Guardado: {entry}, que estaba en este teléfono.",
  sentMany: "Guardados: {count} registros que estaban en este teléfono.",
  edit: "Cambiar",
  remove: "Quitar",
  show: "Ver",
  hide: "Ocultar",
  oneWaits: "1 registro espera {reason}",
  manyWait: "{count} registros esperan {reason}",
  oneRefused: "1 registro no se guardó",
  manyRefused: "{count} registros no se guardaron",
  oneAlsoWaits: "{refused}, 1 espera {reason}",
  manyAlsoWait: "{refused}, {count} esperan {reason}",
  toBeSent: "su turno para enviarse",
  forConnection: "señal",
  beingSent: "Enviando…",
  unanswered: "Enviado, pero sin confirmar. Se envía otra vez solo, y se guarda una sola vez.",
  waitsToBeSent: "Espera su turno para enviarse.",
  waitsForConnection: "Espera señal.",
  notSaved: "Hayloft no guardó este registro.",

  queuedBefore:
    "Este formulario ya se guardó con otros datos, y ese registro se queda. Para guardar también este, presiona Enviar otra vez.",
  cannotQueue:
    "Este teléfono no puede guardar el cambio: su memoria está llena o bloqueada. El registro queda como estaba. Libera espacio y presiona Enviar otra vez.",
  unreachable:
    "No hay conexión con la base de datos, así que este registro aún no se guardó. Lo que escribiste sigue aquí: presiona Enviar otra vez.",
  noConnection:
    "No hay conexión con Hayloft, así que este registro aún no se guardó. Lo que escribiste sigue aquí: presiona Enviar otra vez cuando haya señal.",
  noDatabase: "No hay conexión con la base de datos.",
  nothingLost: "Tu registro aún no se guardó, pero no se perdió nada: inténtalo otra vez en un momento.",
  tryAgainSoon: "Inténtalo otra vez en un momento.",
  tryAgain: "Intentar otra vez",

  nothingYet: "Todavía no se puede registrar nada:",
  noGroomsYet: "Todavía no se pueden registrar servicios que llevan caballerango:",
  addFirst: "primero agrega",
  officeAdds: "la oficina tiene que agregar",
  and: "y",
  missingHorses: "caballos",
  missingServices: "servicios para este formulario",
  missingGrooms: "caballerangos",

  withoutAdmin: "Este establo todavía no tiene administrador.",
  enterCode: "Escribe el código de la terminal",
  becomeAdmin: "Inicia sesión para ser el primer administrador.",
  nonAdmin:
    "Entraste como {email}, que no es cuenta de administrador: con ella solo puedes usar este formulario. Un administrador te puede invitar a lo demás.",
  signInToOpen: "Inicia sesión con una cuenta de administrador para abrir {place}",
};

export const SPANISH_ANSWERS: AnswerTexts = {
  notHere: "no está en el establo",
  notActive: "no trabaja aquí",

  loggedToday: "También se registró hoy, {time}, {by}.",
  loggedBefore: "También se registró el {day}, {time}, {by}.",
  byYou: "por ti",
  byName: "por {name}",
  byVisitor: "por un visitante",
  bySomebody: "por otra persona",
  fromHere: "desde este teléfono",

  unusual: "Pusiste: {what}. Si está bien, presiona Enviar otra vez.",
  rateLimited:
    "Llegaron demasiados registros desde aquí en el último minuto. Espera un minuto y presiona Enviar otra vez.",
  keyReused:
    "Este formulario ya se guardó con otros datos, y ese registro se queda. Para guardar lo que ves aquí como otro registro, presiona Enviar otra vez.",
  conflict: "Alguien más cambió algo de este registro hace un momento. Presiona Enviar otra vez.",
  undoLimited:
    "Llegaron demasiados registros desde aquí en el último minuto. Espera un minuto y presiona Deshacer otra vez.",
  notFromHere: "Ese registro no se hizo desde este teléfono. Pídele a un administrador que lo anule.",
  undoConflict: "Alguien más cambió este registro hace un momento, así que no se deshizo.",
  undoUnreachable:
    "No hay conexión con la base de datos, así que el registro todavía no se deshizo. Presiona Deshacer otra vez.",

  signingIn: "Inicio de sesión",
  signedIn: "Ya iniciaste sesión. Cierra esta ventana para seguir.",
  notSignedIn: "No se pudo iniciar sesión. Cierra esta ventana para seguir.",
  signInLimited:
    "Hubo demasiados inicios de sesión desde aquí en el último minuto. Espera un minuto e inicia sesión otra vez.",
};

type Label = "Date" | "Horse" | "Service" | "Quantity" | "Groom";

/** The messages of shared code that the form can show. They are English until the form shows them. */
type SharedMessage =
  | ReturnType<typeof isRequired<Label>>
  | typeof NO_DATE
  | typeof NO_WHOLE_NUMBER
  | typeof NO_QUANTITY
  | typeof QUANTITY_TOO_LARGE
  | "Use at most 2,000 characters."
  | "This holds characters that cannot be saved. Remove them."
  | "Write spaces instead of tabs."
  | "This page is out of date. Load it again."
  | EntryProblem
  | NonNullable<ReturnType<typeof whyNotUndone>>;

/** The translations of messages that other screens show, too, by the English message. */
export const SPANISH_MESSAGES: Record<SharedMessage, string> = {
  "Date is required.": "Falta la fecha.",
  "Horse is required.": "Falta el caballo.",
  "Service is required.": "Falta el servicio.",
  "Quantity is required.": "Falta la cantidad.",
  "Groom is required.": "Falta el caballerango.",
  "Groom is required for this service.": "Este servicio lleva caballerango: elige uno.",
  "Enter a date that exists, from 01/01/2000 to 12/31/2099.": "Pon una fecha que exista, del 01/01/2000 al 12/31/2099.",
  "Quantity must be a whole number, such as 1.": "La cantidad tiene que ser un número entero, como 1.",
  "Quantity must be at least 1.": "La cantidad tiene que ser 1 o más.",
  "Quantity can be at most 999.": "La cantidad puede ser 999 como máximo.",
  "Use at most 2,000 characters.": "Usa 2,000 letras como máximo.",
  "This holds characters that cannot be saved. Remove them.": "Hay signos que no se pueden guardar. Quítalos.",
  "Write spaces instead of tabs.": "Usa espacios en lugar de tabuladores.",
  "This page is out of date. Load it again.": "Esta página es vieja. Cárgala otra vez.",
  "This horse is no longer in the list. Choose another.": "Este caballo ya no está en la lista. Elige otro.",
  "This service is no longer offered. Choose another.": "Este servicio ya no se ofrece. Elige otro.",
  "This rider is no longer in the list. Choose another.": "Este jinete ya no está en la lista. Elige otro.",
  "This groom is no longer in the list. Choose another.": "Este caballerango ya no está en la lista. Elige otro.",
  "This entry was taken out already.": "Este registro ya se anuló.",
  "This entry is exported already. Ask an admin to correct it.":
    "Este registro ya se exportó. Pídele a un administrador que lo corrija.",
  "An admin changed this entry since. Ask an admin to void it.":
    "Un administrador cambió este registro después. Pídele a un administrador que lo anule.",
  "This entry was logged more than 10 minutes ago. Ask an admin to void it.":
    "Este registro tiene más de 10 minutos. Pídele a un administrador que lo anule.",
};

export const SPANISH_FRAME: FrameTexts = {
  skip: "Ir al contenido",
  open: "Abrir el menú",
  close: "Cerrar el menú",
  sidebar: "Barra lateral",
  main: "Menú principal",
  form: "Registrar servicio",
  signIn: "Iniciar sesión",
  problems: {
    cancelled: "Cancelaste el inicio de sesión.",
    unverified: "Google no ha verificado este correo, así que no se puede usar aquí.",
    failed: "No se pudo iniciar sesión. Inténtalo otra vez.",
    "not-ended":
      "Cerraste la sesión solo en este navegador: no hay conexión con la base de datos. Inicia sesión más tarde y elige ‘Sign out everywhere’.",
  },
};
