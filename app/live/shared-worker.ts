import { createSwitchboard } from "./switchboard.ts";

const connect = createSwitchboard();

/** Every page of the browser that shows the same version of the app to the same person. */
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) connect(port);
});
