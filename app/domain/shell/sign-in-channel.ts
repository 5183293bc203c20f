/** The BroadcastChannel, also the window name of the popup, on which the popup reports how the sign-in ended. */
export const SIGN_IN_CHANNEL = "hayloft-sign-in";

/** How a sign-in ended. Without a popup, every outcome but `done` is the value of `?sign-in=` on the service form. */
export type SignInOutcome = "done" | "cancelled" | "unverified" | "failed";

/** Why the service form shows a problem of signing in or out: `not-ended` is a sign-out that the database did not record. */
export type SignInProblem = Exclude<SignInOutcome, "done"> | "not-ended";
