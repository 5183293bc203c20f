import { afterAll, afterEach } from "vitest";

const said: string[] = [];
const { error } = console;

/** Not a spy of vitest: a test that restores its own would restore this, too. */
console.error = (...words) => {
  said.push(words.join(" "));
  error(...words);
};

/** A test that makes noise on the console has found something. */
afterEach(() => {
  const heard = said.splice(0);
  if (heard.length > 0) throw new Error(`console.error was called: ${heard.join("\n")}`);
});

/** The files of a process share its console. */
afterAll(() => {
  console.error = error;
});
