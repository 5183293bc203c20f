import type { SignInProblem } from "./sign-in-channel.ts";

/** The texts of the frame that a visitor sees around the service form. Their translation is `SPANISH_FRAME`. */
export const FRAME = {
  skip: "Skip to content",
  open: "Open navigation",
  close: "Close navigation",
  sidebar: "Sidebar",
  main: "Main",
  form: "Input Form",
  signIn: "Sign in",
  problems: {
    cancelled: "You cancelled the sign-in.",
    unverified: "This address is not verified by Google, so it cannot be used here.",
    failed: "Signing in did not work. Try again.",
    "not-ended":
      "You are signed out in this browser only: the database cannot be reached. Sign in later and choose ‘Sign out everywhere’.",
  } satisfies Record<SignInProblem, string>,
};

export type FrameTexts = typeof FRAME;
