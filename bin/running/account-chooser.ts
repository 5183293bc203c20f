import { EMAIL, MAX_EMAIL } from "#app/domain/basics/parse.ts";

/* The pages of the local identity provider: plain HTML that needs no script. */

/** One button for each account, labelled with its e-mail address, and a field for any other address. */
export function accountChooser(action: string, emails: string[]): string {
  const buttons = emails.map(
    (email) => `<button name="account" value="${escapeHtml(email)}">${escapeHtml(email)}</button>`,
  );
  const form = `<form method="post" action="${escapeHtml(action)}">`;
  return page(
    buttons.length > 0 ? "Choose an account" : "Sign in",
    `<p>to continue to Hayloft. On this machine, this page stands in for Google’s.</p>
    ${buttons.length > 0 ? `${form}\n      ${buttons.join("\n      ")}\n    </form>` : ""}
    ${form}
      <label for="email">${buttons.length > 0 ? "Another e-mail address" : "Your e-mail address"}</label>
      <input id="email" name="account" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false"
        required maxlength="${MAX_EMAIL}" pattern="${escapeHtml(EMAIL)}" title="An e-mail address, such as you@example.com">
      <button class="primary">Continue</button>
      <button class="quiet" name="cancel" value="yes" formnovalidate>Cancel</button>
    </form>`,
  );
}

export function signInFailure(reason: string): string {
  return page(
    "This sign-in cannot go on",
    `<p>Go back to Hayloft and sign in again.</p>\n    <p class="reason">${escapeHtml(reason)}</p>`,
  );
}

function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(heading)}</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    <h1>${escapeHtml(heading)}</h1>
    ${body}
    </main>
  </body>
</html>
`;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#f4f4f2, #161615); color: light-dark(#1c1c1a, #ececea); }
  main { box-sizing: border-box; width: min(24rem, 100% - 2rem); margin: 1rem; padding: 2rem 1.5rem; border-radius: .75rem;
    background: light-dark(#fff, #222220); border: 1px solid light-dark(#ddddd8, #3a3a37); }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
  p { margin: .5rem 0 0; color: light-dark(#5a5a55, #a8a8a2); }
  form { display: grid; gap: .5rem; margin-top: 1.5rem; }
  button, input { box-sizing: border-box; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; text-align: start;
    color: inherit; overflow-wrap: anywhere; background: transparent; border: 1px solid light-dark(#8c8c86, #75756f);
    border-radius: .5rem; }
  button { cursor: pointer; }
  button:hover { background: light-dark(#f4f4f2, #2e2e2b); }
  label { font-size: .875rem; }
  .primary { text-align: center; color: #fff; background: #1d6245; border-color: transparent; }
  .primary:hover { background: #17503a; }
  :is(button, input):focus-visible { outline: 2px solid light-dark(#2456c4, #8ab0ff); outline-offset: 2px; }
  .quiet { margin-top: .5rem; border-color: transparent; text-align: center; color: light-dark(#5a5a55, #a8a8a2); }
  .reason { font-size: .875rem; }
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
